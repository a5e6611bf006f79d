import type { KindOfImport } from './field.rules.ts'

/** [OPEN-079] The companies that pay for visits. */
export const insuranceProviders = {
  ...{ label: 'Insurance providers', one: 'insurance provider', many: 'insurance providers' },
  fields: [
    {
      ...{ name: 'payerId', label: 'Payer ID', form: 'text', most: 40 },
      words: ['payorid', 'payernumber', 'payercode', 'edipayerid', 'insuranceid', 'id'],
    },
    {
      ...{ name: 'name', label: 'Name', form: 'text', required: true, most: 100 },
      words: ['payer', 'payor', 'payername', 'payorname', 'insurance', 'insurancename', 'insuranceprovider', 'company'],
      hints: ['payer', 'payor', 'insurance', 'name'],
    },
    {
      ...{ name: 'phone', label: 'Phone', form: 'phone', erasable: true },
      words: ['phonenumber', 'telephone', 'tel', 'providerline', 'payerphone'],
      hints: ['phone', 'tel'],
    },
  ],
  keys: [['payerId'], ['name']],
  sample: [
    ['payerId', '60054'],
    ['name', 'Aetna'],
    ['phone', '(800) 555-0145'],
  ],
} as const satisfies KindOfImport
