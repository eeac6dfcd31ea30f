/** Puts a popover beside what it belongs to, within the screen: below if there is room, else above. */
export function placeBeside(popover: HTMLElement, anchor: DOMRect, align: 'start' | 'end' | 'center'): void {
  const gap = 6
  const edge = 8
  const { width, height } = popover.getBoundingClientRect()
  const wanted =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.right - width
        : anchor.left + (anchor.width - width) / 2
  const below = anchor.bottom + gap
  const fits = below + height <= window.innerHeight - edge || anchor.top < height + gap + edge
  popover.style.left = `${Math.max(edge, Math.min(wanted, window.innerWidth - width - edge))}px`
  popover.style.top = `${Math.max(edge, fits ? below : anchor.top - height - gap)}px`
}
