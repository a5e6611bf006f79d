import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'

/** The doctor's last name for a column; the visit's own name for a doctor who is not known here. */
export function lastNameOf(doctors: ReadonlyMap<string, Doctor>, id: string, name: string): string {
  return doctors.get(id)?.lastName ?? name
}

/** "Dr. Okafor"; the whole name for a doctor who is not known here, or who is called otherwise. */
export function shortName(doctors: ReadonlyMap<string, Doctor>, id: string, name: string): string {
  const doctor = doctors.get(id)
  return doctor?.name.startsWith('Dr. ') ? `Dr. ${doctor.lastName}` : name
}
