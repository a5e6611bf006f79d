/** Actions of patients' records. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id

type Act = Action['act']

const adds =
  (fields: object): Act =>
  ({ clinics }) =>
    clinics.staff.lena.call('addPatient', {
      body: { organizationId, firstName: 'Ida', lastName: 'Moss', ...fields },
    } as never)

const saves =
  (id: string, fields: object): Act =>
  async ({ clinics: { staff } }) => {
    const query = { organizationId }
    const { data } = await staff.lena.call('patientRecord', { params: { id }, query })
    const body = { organizationId, version: data.version, ...fields }
    await staff.lena.call('savePatient', { params: { id }, body })
  }

const consents =
  (id: string, smsStatus: 'subscribed' | 'opted_out'): Act =>
  ({ clinics: { staff } }) =>
    staff.lena.call('savePatientConsent', {
      params: { id },
      body: { organizationId, smsStatus, how: 'phone', note: 'Asked on the phone' },
    })

const promotes =
  (consent: { readonly on: string; readonly source: string } | null): Act =>
  ({ clinics: { staff } }) =>
    staff.lena.call('saveMarketingConsent', { params: { id: 'p2' }, body: { organizationId, consent } })

export const PATIENT_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  addPatient: [
    { title: 'a patient without a number is new', act: adds({}) },
    { title: 'a patient with a new number is new', act: adds({ phoneNumber: '(512) 555-0133' }) },
    { title: 'a patient shares the number of another', act: adds({ phoneNumber: '(512) 555-0143' }) },
  ],
  savePatient: [
    { title: 'a patient has other coverage', act: saves('p2', { insuranceType: 'Aetna', eligible: true }) },
    { title: 'the same is saved again', act: saves('p2', { insuranceType: 'Aetna' }), silent: true },
    { title: 'a patient leaves the number of a household', act: saves('p4', { phoneNumber: '(512) 555-0145' }) },
    { title: 'a patient comes back to it', act: saves('p4', { phoneNumber: '(512) 555-0144' }) },
    { title: 'a patient of a conversation has another number', act: saves('p2', { phoneNumber: '(512) 555-0146' }) },
    { title: 'the patient has the number of the conversation again', act: saves('p2', { phoneNumber: '5125550143' }) },
    { title: 'a patient has died', act: saves('p3', { deceased: true }) },
    { title: 'that was a mistake', act: saves('p3', { deceased: false }) },
  ],
  savePatientConsent: [
    { title: 'a patient with a conversation wants no more texts', act: consents('p2', 'opted_out') },
    { title: 'it is saved again', act: consents('p2', 'opted_out'), silent: true },
    { title: 'the patient wants texts again', act: consents('p2', 'subscribed') },
    { title: 'patients without a conversation want no texts', act: consents('p4', 'opted_out') },
  ],
  saveMarketingConsent: [
    {
      title: 'a patient has signed a consent to promotion',
      act: promotes({ on: '2026-11-02', source: 'Intake form' }),
    },
    { title: 'it is saved again', act: promotes({ on: '2026-11-02', source: 'Intake form' }), silent: true },
    { title: 'the patient withdraws it', act: promotes(null) },
  ],
  addPatientFile: [
    {
      title: 'a file is kept in the chart',
      act: ({ clinics: { staff } }) =>
        staff.lena.call('addPatientFile', {
          params: { id: 'p1' },
          body: { organizationId },
          files: [new File(['%PDF-1.4'], 'plan.pdf')],
        }),
    },
  ],
}
