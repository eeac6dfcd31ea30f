export { bytes, counted, duration, isoTime, minute, span, tokens, whole } from '@skein/view'
