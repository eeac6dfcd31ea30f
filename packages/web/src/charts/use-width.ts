import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** How wide an element is, so that a drawing in it has real pixels: texts in it keep their size. */
export function useWidth<T extends Element>(): readonly [RefObject<T | null>, number] {
  const element = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element.current)
    setWidth(Math.floor(element.current.getBoundingClientRect().width))
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
