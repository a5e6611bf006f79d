/** The kinds of uploads, as the addresses and the list of kinds name them. */
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'

export const slugs = [
  'demographics',
  'providers',
  'doctor-pictures',
  'insurance-providers',
  'referrals',
  'referral-documents',
  'files',
  'appointments',
] as const
export type Slug = (typeof slugs)[number]

export interface UploadKind {
  readonly slug: Slug
  readonly label: string
  readonly to: string
  /** Other words that find it. */
  readonly words: string
  /** The kind of its spreadsheets; null for files of other sorts. */
  readonly sheet: ImportKind | null
  /** One line about its purpose. */
  readonly lead: string
}

export const uploadKinds: readonly UploadKind[] = [
  {
    ...{ slug: 'demographics', label: 'Demographics', to: '/uploads/demographics', sheet: 'demographics' },
    words: 'patients sheet csv excel',
    lead: 'Patients with their numbers, birth dates and insurance, from a spreadsheet.',
  },
  {
    ...{ slug: 'providers', label: 'Provider list', to: '/uploads/providers', sheet: 'providers' },
    words: 'doctors npi csv excel',
    lead: 'The doctors of the clinic, from a spreadsheet. Each is found by their NPI.',
  },
  {
    ...{ slug: 'doctor-pictures', label: 'Doctor pictures', to: '/uploads/doctor-pictures', sheet: null },
    words: 'faces photos portraits',
    lead: 'Portraits, each matched to a doctor by the NPI or both names in the file’s name.',
  },
  {
    ...{ slug: 'insurance-providers', label: 'Insurance providers', to: '/uploads/insurance-providers' },
    ...{ sheet: 'insuranceProviders', words: 'payers plans csv excel' },
    lead: 'The companies that pay for visits, from a spreadsheet.',
  },
  {
    ...{ slug: 'referrals', label: 'Referrals', to: '/uploads/referrals', sheet: 'referrals' },
    words: 'referring providers csv excel',
    lead: 'Patients whom another doctor sent, from a spreadsheet.',
  },
  {
    ...{ slug: 'referral-documents', label: 'Referral documents', to: '/uploads/referral-documents', sheet: null },
    words: 'letters scans pdf word',
    lead: 'Letters and scans, each kept with its referral.',
  },
  {
    ...{ slug: 'files', label: 'Files', to: '/uploads/files', sheet: null },
    words: 'documents pictures forms',
    lead: 'Files for the whole clinic, such as forms and leaflets.',
  },
  {
    ...{ slug: 'appointments', label: 'Appointments', to: '/appointments/upload', sheet: 'appointments' },
    words: 'visits demographics csv excel',
    lead: 'Visits together with the details of their patients, from a spreadsheet.',
  },
]

export function kindOfSlug(slug: string): UploadKind | undefined {
  return uploadKinds.find((kind) => kind.slug === slug)
}

/** The address of an import. */
export function importAddress({ kind, _id }: { readonly kind: ImportKind; readonly _id: string }): string {
  const found = uploadKinds.find(({ sheet }) => sheet === kind)
  return `${found?.to ?? '/uploads'}/${encodeURIComponent(_id)}`
}
