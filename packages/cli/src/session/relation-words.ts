import type { Relation } from '@skein/store'

/** How one session hangs together with another, before the other's name. */
export const RELATIONS: Readonly<Record<Relation['kind'], string>> = {
  'forked-from': 'fork of',
  'shares-start': 'shares its start with',
  continues: 'continues',
  'after-clear': 'after /clear of',
}
