export { DIRECTION, inert, inertLine } from '@skein/view'
