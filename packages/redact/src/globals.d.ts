/**
 * The one global of every JavaScript runtime that this package uses. Declared by hand, so that
 * neither the DOM's nor Node's other names can slip into a package that must run in both.
 */
declare function atob(base64: string): string
