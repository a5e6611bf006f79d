import { CONSENT_SOURCE_MAX } from '../defaults.ts'
import type { ImportField, KindOfImport } from './field.rules.ts'

/** [OPEN-079] The fields of a patient beyond the MRN. */
export const personFields = [
  {
    ...{ name: 'lastName', label: 'Last name', form: 'name', required: true, most: 100 },
    words: ['ptlast', 'last', 'lname', 'ptlname', 'lastnm', 'surname', 'familyname', 'patientlastname', 'ptlastname'],
  },
  {
    ...{ name: 'firstName', label: 'First name', form: 'name', required: true, most: 100 },
    words: [
      'ptfirst',
      'first',
      'fname',
      'ptfname',
      'firstnm',
      'givenname',
      'forename',
      'patientfirstname',
      'ptfirstname',
    ],
  },
  {
    ...{ name: 'fullName', label: 'Full name', form: 'fullName', most: 200 },
    words: ['name', 'patient', 'patientname', 'ptname', 'patientfullname'],
  },
  {
    ...{ name: 'dob', label: 'Date of birth', form: 'birthdate', erasable: true },
    words: ['birthdate', 'birthday', 'dateofbirth', 'birth', 'born', 'ptdob', 'patientdob', 'bdate'],
    hints: ['dob', 'birth', 'birthdate'],
  },
  {
    ...{ name: 'phoneNumber', label: 'Mobile phone', form: 'phone', erasable: true },
    words: [
      'cell',
      'cellphone',
      'mobile',
      'phone',
      'phonenum',
      'mobilenumber',
      'cellnumber',
      'telephone',
      'tel',
      'ptphone',
    ],
    hints: ['cell', 'mobile', 'phone'],
  },
  {
    ...{ name: 'email', label: 'E-mail', form: 'email', most: 254, erasable: true },
    words: ['mail', 'emailaddress', 'ptemail', 'patientemail'],
    hints: ['email'],
  },
  {
    ...{ name: 'gender', label: 'Gender', form: 'choice', isMapped: true },
    words: ['sex', 'ptsex', 'patientsex', 'patientgender'],
    hints: ['sex', 'gender'],
    choices: [
      { value: 'female', words: ['f', 'female', 'woman', 'w'] },
      { value: 'male', words: ['m', 'male', 'man'] },
      { value: 'other', words: ['o', 'x', 'other', 'nonbinary', 'nb', 'diverse'] },
      { value: 'unknown', words: ['u', 'unk', 'unknown', 'undisclosed', 'notstated'] },
    ],
  },
  {
    ...{ name: 'insuranceType', label: 'Insurance', form: 'text', isMapped: true, most: 100, erasable: true },
    words: ['insurancename', 'insuranceplan', 'primaryinsurance', 'payer', 'payor', 'healthplan'],
    hints: ['ins', 'insurance', 'payer', 'payor', 'coverage'],
  },
  {
    ...{ name: 'cashPay', label: 'Pays cash', form: 'yesNo', isMapped: true },
    words: ['selfpay', 'cash', 'cashpatient', 'privatepay'],
    hints: ['selfpay', 'cash'],
  },
  {
    ...{ name: 'preferredContact', label: 'Preferred contact', form: 'choice', isMapped: true, erasable: true },
    words: ['contactby', 'contactmethod', 'contactpreference', 'preferredcontactmethod'],
    choices: [
      { value: 'text', words: ['text', 'sms', 'txt', 'textmessage'] },
      { value: 'call', words: ['call', 'phone', 'voice', 'phonecall'] },
      { value: 'email', words: ['email', 'mail'] },
    ],
  },
  {
    ...{ name: 'textEnable', label: 'Texting', form: 'yesNo', isMapped: true },
    words: ['textenabled', 'textok', 'oktotext', 'texts', 'textconsent', 'smsconsent', 'smsoptin'],
    hints: ['sms', 'text', 'texting'],
  },
] as const satisfies readonly ImportField[]

/** The written consent to promotion. Texts are another consent. */
const consentFields = [
  {
    ...{ name: 'marketingConsentOn', label: 'Marketing consent on', form: 'birthdate', isNamed: true },
    words: [
      'marketingconsent',
      'marketingconsentdate',
      'marketingconsentedon',
      'promotionconsent',
      'promotionconsentdate',
    ],
  },
  {
    ...{ name: 'marketingConsentSource', label: 'Marketing consent source', form: 'text', most: CONSENT_SOURCE_MAX },
    words: ['promotionconsentsource', 'consentsource'],
  },
] as const satisfies readonly ImportField[]

const MRN_WORDS = [
  'acct',
  'account',
  'accountnumber',
  'acctno',
  'chart',
  'chartnumber',
  'chartno',
  'patientid',
  'ptid',
  'uid',
]

export const mrnWords = [...MRN_WORDS, 'medicalrecordnumber', 'medicalrecord', 'recordnumber', 'ptmrn', 'mrnumber']

export const demographics = {
  ...{ label: 'Demographics', one: 'patient', many: 'patients' },
  fields: [
    { name: 'mrn', label: 'MRN', form: 'text', required: true, most: 40, words: [...mrnWords, 'patientmrn'] },
    ...personFields,
    ...consentFields,
  ],
  keys: [['mrn']],
  sample: [
    ...([
      ['mrn', '204-8817'],
      ['lastName', 'Carver'],
      ['firstName', 'Rosalind'],
      ['dob', '1968-03-14'],
    ] as const),
    ...([
      ['phoneNumber', '(512) 555-0142'],
      ['email', 'rosalind.carver@patients.test'],
    ] as const),
    ...([
      ['gender', 'female'],
      ['insuranceType', 'Blue Cross PPO'],
      ['cashPay', 'no'],
    ] as const),
    ...([
      ['preferredContact', 'text'],
      ['textEnable', 'yes'],
    ] as const),
  ],
} as const satisfies KindOfImport
