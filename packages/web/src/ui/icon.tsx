import type { ReactElement } from 'react'
import css from './icon.module.css'

/** Lines on a grid of 16; drawn in the colour of the text around. Decoration: the label stands on what holds it. */
export function Icon({
  name,
  size = 16,
}: {
  readonly name: IconName
  readonly size?: 12 | 16 | 20
}): ReactElement {
  return (
    <svg
      className={css.icon}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

export type IconName = keyof typeof PATHS

const PATHS = {
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14',
  close: 'm4 4 8 8M12 4l-8 8',
  back: 'M10 3 5 8l5 5',
  forward: 'm6 3 5 5-5 5',
  up: 'm3 10 5-5 5 5',
  down: 'm3 6 5 5 5-5',
  more: 'M3.2 7.7a.3.3 0 1 0 0 .6.3.3 0 0 0 0-.6ZM8 7.7a.3.3 0 1 0 0 .6.3.3 0 0 0 0-.6ZM12.8 7.7a.3.3 0 1 0 0 .6.3.3 0 0 0 0-.6Z',
  settings:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 1.8v1.7M8 12.5v1.7M14.2 8h-1.7M3.5 8H1.8M12.4 3.6l-1.2 1.2M4.8 11.2l-1.2 1.2M12.4 12.4l-1.2-1.2M4.8 4.8 3.6 3.6',
  usage: 'M2.5 13.5h11M4 11V8M8 11V3M12 11V6',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  folder: 'M2 12.5v-9h4l1.5 2H14v7H2Z',
  inbox: 'M2 9.5 4 3h8l2 6.5v3.5H2V9.5Zm0 0h3.5L6.5 11h3l1-1.5H14',
  bookmark: 'M4 2.5h8v11L8 10.5l-4 3v-11Z',
  panel: 'M2 3h12v10H2V3Zm8 0v10',
  side: 'M2 3h12v10H2V3Zm4 0v10',
  copy: 'M5.5 5.5h8v8h-8v-8ZM10.5 5.5v-3h-8v8h3',
  link: 'M6.5 9.5 9.5 6.5M7 4.6l1.6-1.6a3 3 0 0 1 4.4 4.4L11.4 9M9 11.4 7.4 13A3 3 0 0 1 3 8.6L4.6 7',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  warning: 'M8 2.2 14.3 13H1.7L8 2.2ZM8 6.5v3M8 11.4v.01',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.5M8 10.9v.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3V11M8 5.1v.01',
  archive: 'M2 3h12v3H2V3Zm1 3v7h10V6M6.3 8.8h3.4',
  branch:
    'M4.5 10.5v-5M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4.5 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 0c0 3-7 2-7 5',
  pull: 'M4 10.5v-5M4 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0-3V6.5A2 2 0 0 0 10 4.5H8m1.7-2L7.7 4.5l2 2',
  tree: 'M8 2.5v4M8 6.5H4v3M8 6.5h4v3M2.5 9.5h3v4h-3v-4ZM10.5 9.5h3v4h-3v-4Z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.5',
  retry: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  offline:
    'M2 2l12 12M8 12.5v.01M5.5 9.8a3.6 3.6 0 0 1 2.5-1M3.2 7.4a7 7 0 0 1 2.6-1.6M8.6 5.1a7 7 0 0 1 4.2 2.3',
  device: 'M4.5 1.8h7v12.4h-7V1.8ZM7.5 12h1',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  edit: 'm10.5 3 2.5 2.5L5.5 13H3v-2.5L10.5 3Z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  external: 'M6.5 3H3v10h10V9.5M9.5 3H13v3.5M13 3 7.5 8.5',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  terminal: 'M2 3h12v10H2V3Zm2.5 3L7 8l-2.5 2M8.5 10.5h3',
  file: 'M4 2h5l3 3v9H4V2Zm5 0v3h3',
  diff: 'M8 3v5M5.5 5.5h5M5.5 11.5h5M2.5 1.8h11v12.4h-11V1.8Z',
  agent: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5a5 5 0 0 1 10 0',
} as const
