/**
 * The demo's patients and dialogues for the sandbox's busy morning, whose texts come from people that the demo
 * database knows.
 */
import { readDemoFiles } from './demo-files.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'
import { patientsOf } from './demo-world.ts'

/** Phone line numbers that no seeded conversation uses. */
const STRANGERS = Array.from({ length: 40 }, (_, index) => 9500 + index)

export function demoCast() {
  const files = readDemoFiles()
  return {
    clinics: DEMO_ORGANIZATIONS.map((organization) => ({
      organizationId: organization.id,
      name: organization.name,
      number: organization.smsNumber,
      doctors: (files.doctors[organization.id] ?? []).map(({ name }) => name),
      patients: patientsOf(organization, files).map(({ phoneNumber, firstName }) => ({
        number: phoneNumber,
        firstName,
      })),
      strangers: STRANGERS.map((line) => `${organization.smsNumber.slice(0, 5)}555${line}`),
    })),
    dialogues: files.threads.map(({ about, lines }) => ({ isStranger: about === 'unknown', lines })),
  }
}
