import type { KindOfImport } from './field.rules.ts'

/** [OPEN-079] The doctors of a clinic. */
export const providers = {
  ...{ label: 'Provider list', one: 'provider', many: 'providers' },
  fields: [
    {
      ...{ name: 'npi', label: 'NPI', form: 'npi', required: true },
      words: ['npinumber', 'npino', 'nationalprovideridentifier', 'providernpi', 'doctornpi'],
      hints: ['npi'],
    },
    {
      ...{ name: 'firstName', label: 'First name', form: 'name', required: true, most: 100 },
      words: ['first', 'fname', 'givenname', 'forename', 'providerfirstname', 'drfirst'],
    },
    {
      ...{ name: 'lastName', label: 'Last name', form: 'name', required: true, most: 100 },
      words: ['last', 'lname', 'surname', 'familyname', 'providerlastname', 'drlast'],
    },
    {
      ...{ name: 'specialty', label: 'Specialty', form: 'text', isMapped: true, most: 100, erasable: true },
      words: ['speciality', 'spec', 'taxonomy', 'primaryspecialty'],
      hints: ['specialty', 'speciality'],
    },
    {
      ...{ name: 'email', label: 'E-mail', form: 'email', most: 254, erasable: true },
      words: ['mail', 'emailaddress', 'provideremail'],
      hints: ['email'],
    },
    {
      ...{ name: 'phone', label: 'Phone', form: 'phone', erasable: true },
      words: ['phonenumber', 'telephone', 'tel', 'officephone', 'mobile', 'cell', 'providerphone'],
      hints: ['phone', 'tel'],
    },
    { name: 'bio', label: 'Bio', form: 'text', most: 2000, erasable: true, words: ['biography', 'about', 'profile'] },
    {
      ...{ name: 'languages', label: 'Languages', form: 'list', most: 300, erasable: true },
      words: ['language', 'languagesspoken', 'speaks'],
    },
    {
      ...{ name: 'address', label: 'Address', form: 'text', most: 300, erasable: true },
      words: ['officeaddress', 'street', 'streetaddress', 'practiceaddress'],
    },
    {
      ...{ name: 'department', label: 'Department', form: 'text', isMapped: true, most: 100, erasable: true },
      words: ['dept', 'departmentname', 'clinic', 'site', 'location'],
    },
  ],
  keys: [['npi']],
  sample: [
    ...([
      ['npi', '1999900016'],
      ['firstName', 'Amara'],
      ['lastName', 'Okafor'],
      ['specialty', 'Family medicine'],
    ] as const),
    ...([
      ['email', 'amara.okafor@clinic.example'],
      ['phone', '(512) 555-0110'],
      ['bio', 'Sees families.'],
    ] as const),
    ...([
      ['languages', 'English, Igbo'],
      ['address', '12 Northgate Blvd'],
      ['department', 'Northgate'],
    ] as const),
  ],
} as const satisfies KindOfImport
