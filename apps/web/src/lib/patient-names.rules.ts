/** [ENTITY-04] */
export const NO_NAME = 'Unknown'

/** [ENTITY-04] Whether there is a name to show; otherwise the number is shown. */
export function hasName(name: string): boolean {
  return name.trim() !== '' && name !== NO_NAME
}
