import { createDeck, type Random } from '@foyer/contracts/random.rules.ts'
import type { DemoFiles, NameLists, Person, WrittenPatient } from './demo-files.ts'
import type { DemoOrganization } from './demo-organizations.ts'
import { stableId } from './stable-id.rules.ts'

export interface DemoPatient {
  readonly id: string
  readonly importId: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** Null for patients without an address. */
  readonly email: string | null
  readonly birthdate: string
  readonly gender: 'female' | 'male'
  readonly mrn: string
  readonly cashPay: boolean
  readonly insuranceType: string | null
  /** Whether the coverage is in force; null for patients without one. */
  readonly eligible: boolean | null
  readonly preferredContact: 'text' | 'call' | 'email'
  /** Null: that of the visits. */
  readonly doctorId: string | null
  /** Null: the clinic's. */
  readonly timezone: string | null
  /** The day of the written consent to promotion; null without one. */
  readonly consentOn: string | null
}

/** Patients registered long before the demo's conversations begin. */
const REGISTERED = new Date('2025-01-06T15:00:00Z')
const CONSENT_DAY = '2025-01-06'

/** One patient in so many lives in another time zone, and one in so many did not consent to promotion. */
const AWAY_EVERY = 34
const WITHOUT_CONSENT_EVERY = 3

export function inventPatients(
  files: DemoFiles,
  { id: organizationId, smsNumber, size, otherZones = [] }: DemoOrganization,
  random: Random,
): DemoPatient[] {
  const area = smsNumber.slice(0, 5)
  const drawPerson = createDeck(random, files.people)
  // Lines 0100 to 0199 belong to the clinic and the first screen.
  const drawLine = createDeck(
    random,
    Array.from({ length: 8000 }, (_, index) => 1000 + index),
  )
  const drawName = createNames(files.names, random)
  return Array.from({ length: size.patients }, (_, index) => {
    const person = drawPerson()
    const [firstName, lastName] = drawName(person.gender)
    const made = patient(organizationId, {
      first: firstName,
      last: lastName,
      number: `${area}555${drawLine()}`,
      born: person.born,
      gender: person.gender,
      // MRNs of the first screen begin with 1 or 2.
      mrn: `3${10 + (index % 90)}-${1000 + index * 7}`,
      insurance: person.payer,
      cash: person.payer === null,
      eligible: person.payer === null ? null : index % 5 < 3,
      prefers: preference(person, random),
    })
    const zone = index % AWAY_EVERY === 7 ? otherZones[((index - 7) / AWAY_EVERY) % otherZones.length] : undefined
    return { ...made, timezone: zone ?? null, consentOn: index % WITHOUT_CONSENT_EVERY === 0 ? null : CONSENT_DAY }
  })
}

export function patient(organizationId: string, written: WrittenPatient): DemoPatient {
  const name = `${organizationId} ${written.mrn}`
  return {
    id: stableId(REGISTERED, `patient ${name}`),
    importId: stableId(REGISTERED, `import ${name}`),
    firstName: written.first,
    lastName: written.last,
    phoneNumber: written.number,
    email: addressOf(written),
    birthdate: written.born,
    gender: written.gender,
    mrn: written.mrn,
    cashPay: written.cash,
    insuranceType: written.insurance,
    eligible: written.eligible ?? (written.insurance === null ? null : Number(written.mrn.slice(-1)) % 2 === 0),
    preferredContact: written.prefers,
    doctorId: written.doctor ?? null,
    timezone: null,
    consentOn: null,
  }
}

/** First and last names come from the same culture, and each full name is used once. */
function createNames(names: NameLists, random: Random): (gender: Person['gender']) => [string, string] {
  const taken = new Set<string>()
  const world = { female: createDeck(random, names.world.female), male: createDeck(random, names.world.male) }
  const draw = (gender: Person['gender']): [string, string] => {
    if (random.chance(0.14)) {
      const [first = '', ...last] = world[gender]().split(' ')
      return [first, last.join(' ')]
    }
    const culture = random.chance(0.3) ? names.es : names.en
    return [random.pick(culture[gender]), random.pick(culture.last)]
  }
  return (gender) => {
    for (;;) {
      const [first, last] = draw(gender)
      if (taken.has(`${first} ${last}`)) continue
      taken.add(`${first} ${last}`)
      return [first, last]
    }
  }
}

function preference(person: Person, random: Random): DemoPatient['preferredContact'] {
  if (random.chance(0.72)) return 'text'
  return person.born < '1960' || random.chance(0.4) ? 'call' : 'email'
}

/** Most patients have an address, including all who prefer e-mail. The domain `.test` is reserved. */
function addressOf({ first, last, mrn, prefers }: WrittenPatient): string | null {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, '')
  const [given, family] = [plain(first), plain(last)]
  const leftNone = prefers !== 'email' && Number(mrn.replace(/\D/g, '')) % 5 === 0
  return leftNone || given === '' || family === '' ? null : `${given}.${family}@patients.test`
}
