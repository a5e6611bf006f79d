/** [ENTITY-04] The name of a patient whose name is not known. */
export const NO_NAME = 'Unknown'

/** [ENTITY-04] True if there is a name to show; otherwise the phone number is shown. */
export function hasName(name: string): boolean {
  return name.trim() !== '' && name !== NO_NAME
}
