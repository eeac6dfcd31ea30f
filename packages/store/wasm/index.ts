export { find } from './find'
export { gather, sign } from './sign'
export { turn } from './turn'
