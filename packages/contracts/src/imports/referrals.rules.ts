import { mrnWords } from './demographics.rules.ts'
import type { KindOfImport } from './field.rules.ts'

/** [OPEN-079] Patients whom another doctor sent. */
export const referrals = {
  ...{ label: 'Referrals', one: 'referral', many: 'referrals' },
  fields: [
    { name: 'patientMrn', label: 'MRN', form: 'text', required: true, most: 40, words: ['mrn', ...mrnWords] },
    {
      ...{ name: 'referringProvider', label: 'Referring provider', form: 'name', required: true, most: 100 },
      words: [
        'referredby',
        'referrer',
        'referringdoctor',
        'referringphysician',
        'refprovider',
        'refdoctor',
        'provider',
      ],
      hints: ['referring', 'referrer'],
    },
    {
      ...{ name: 'date', label: 'Date', form: 'day', required: true },
      words: ['referraldate', 'referredon', 'dateofreferral', 'refdate'],
      hints: ['date'],
    },
    {
      ...{ name: 'reason', label: 'Reason', form: 'text', most: 500, erasable: true },
      words: ['referralreason', 'reasonforreferral', 'diagnosis', 'complaint', 'notes'],
      hints: ['reason'],
    },
  ],
  keys: [['patientMrn', 'referringProvider', 'date']],
  sample: [
    ...([
      ['patientMrn', '204-8817'],
      ['referringProvider', 'Dr. Iris Bloom'],
      ['date', '2026-11-18'],
    ] as const),
    ['reason', 'Knee pain, not better after six weeks'],
  ],
} as const satisfies KindOfImport
