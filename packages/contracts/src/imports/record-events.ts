/** The events that tell of changes of referrals and stored files. An import of referrals tells of none of its referrals. */
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import {
  type ListedFile,
  listedFileSchema,
  type Referral,
  referralIdExample,
  referralSchema,
  storedFileIdExamples,
} from './record-calls.ts'

const referralExample: Referral = {
  _id: referralIdExample,
  ...inClinic,
  patientId: 'p1',
  patientName: 'Rosalind Carver',
  patientMrn: '204-8817',
  referringProvider: 'Dr. Iris Bloom',
  date: '2026-11-18',
  reason: 'Knee pain, not better after six weeks',
  documents: 1,
  version: 9,
}

/** The documents of a referral changed. */
export const referralChanged = event({
  type: 'referral.changed',
  data: referralSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: referralExample,
})

const fileExample: ListedFile = {
  url: `/api/main/file?organizationId=${inClinic.organizationId}&fileId=${storedFileIdExamples[0]}`,
  _id: storedFileIdExamples[0],
  ...inClinic,
  name: 'intake-form.pdf',
  size: 48_213,
  contentType: 'application/pdf',
  createdAt: '2026-11-20T15:08:00.000Z',
  createdBy: 'usr_lena',
  createdByName: 'Lena Kim',
  removed: false,
  version: 9,
}

/** A file was uploaded for itself, or removed. */
export const fileChanged = event({
  type: 'file.changed',
  data: listedFileSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: fileExample,
})
