/** The address of a patient's chart. */
export function chartAddress(patientId: string): string {
  return `/patients/${encodeURIComponent(patientId)}`
}
