/** Turns what a form sends into the fields that are stored. */
import type { savePatient } from '@foyer/contracts/patients/chart-calls.ts'
import type { z } from 'zod'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import type { PatientEdit } from '../patients/patient-fields.rules.ts'

type Sent = Partial<Omit<z.output<(typeof savePatient)['body']>, 'organizationId' | 'version'>>

/** An emptied text field is not known. Numbers are stored in E.164 and addresses in lower case, as look-ups expect them. */
export function editOf(sent: Sent): PatientEdit {
  const { phoneNumber, email, mrn, insuranceType, timezone, ...rest } = sent
  const tidy = {
    ...rest,
    ...(phoneNumber === undefined ? {} : { phoneNumber: phoneNumber === null ? null : numberOfDigits(phoneNumber) }),
    ...(email === undefined ? {} : { email: email?.toLowerCase() ?? null }),
    ...(mrn === undefined ? {} : { mrn: mrn || null }),
    ...(insuranceType === undefined ? {} : { insuranceType: insuranceType || null }),
    ...(timezone === undefined ? {} : { timezone: timezone || null }),
  }
  return Object.fromEntries(Object.entries(tidy).filter(([, value]) => value !== undefined))
}
