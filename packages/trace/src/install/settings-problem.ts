/** Why settings are left alone, to be read behind the name of their file. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}
