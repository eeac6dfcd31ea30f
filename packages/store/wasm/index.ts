export { find } from './find'
export { sign } from './sign'
export { turn } from './turn'
