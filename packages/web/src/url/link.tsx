import type { ComponentProps, ReactElement } from 'react'
import { hrefOf, navigate } from './location.ts'
import type { Place } from './place.ts'

/** A real link: opens in another tab as any other, and goes there without a load on a plain click. */
export function Link({
  to,
  replace,
  onClick,
  ...rest
}: ComponentProps<'a'> & { readonly to: Place; readonly replace?: boolean }): ReactElement {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.(event)
        const plain =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (event.defaultPrevented || !plain || rest.target) return
        event.preventDefault()
        navigate(to, { replace })
      }}
    />
  )
}
