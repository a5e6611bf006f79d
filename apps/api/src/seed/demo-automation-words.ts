/** The demo's automations as their staff wrote them. None that texts a patient or changes a conversation is on. */

import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { type DefinitionInput, definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { RECIPES } from '@foyer/contracts/automations/recipes.rules.ts'

export interface DemoVersion {
  /** Days from today. */
  readonly day: number
  readonly by: keyof typeof PUBLISHERS
  readonly why: string
  readonly definition: Definition
}

export interface DemoAutomation {
  readonly id: string
  readonly name: string
  readonly state: 'draft' | 'off' | 'stopped'
  readonly tell: readonly string[]
  /** The oldest first. */
  readonly versions: readonly DemoVersion[]
  readonly draft: Definition | null
  readonly changedBy: keyof typeof PUBLISHERS
}

export const PUBLISHERS = {
  usr_sam: 'Sam Ortiz',
  usr_lena: 'Lena Kim',
  usr_dana: 'Dana Whitfield',
  usr_omar: 'Omar Haddad',
} as const

const definitionOf = (given: DefinitionInput) => definitionSchema.parse(given)

function recipe(key: string): Definition {
  const found = RECIPES.find((one) => one.key === key)
  if (!found) throw new Error(`There is no recipe ${key}.`)
  return definitionOf(found.definition)
}

const CONFIRM_48 = {
  ...{ kind: 'appointmentReminderDue', before: { n: 48, unit: 'hours' }, unconfirmedOnly: true },
  between: { from: '09:00', to: '18:30' },
} as const
const TEXTING_ON = { field: 'patient.texting', operator: 'is', value: 'on' }
const FIRST_TEXT =
  'Hi {{firstName|there}}, {{doctor}} expects you on {{visitDate}} at {{visitTime}}. Are you coming? {{clinic}}'
const SECOND_TEXT = 'Still able to come on {{visitDate}}? {{clinic}}'
const noReply = { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: false }] }

const firstText = { sequence: 1, kind: 'sendSms', text: FIRST_TEXT }
const waitFor = (n: number) => ({ sequence: 2, kind: 'wait', for: { n, unit: 'hours' }, officeHours: true })
const secondText = { sequence: 3, kind: 'sendSms', text: SECOND_TEXT, onlyIf: noReply }
const toDesk = (user: string) => ({ sequence: 4, kind: 'assignToStaff', user, onlyIf: noReply })
const notTelehealth = { field: 'visit.type', operator: 'isNot', value: 'Telehealth' }
const withDoctors = (...ids: string[]) => ({ field: 'visit.doctor', operator: 'isOneOf', value: ids })

/** The automation of the design: its versions, and a draft that asks two more doctors. */
const CONFIRM_VISITS = [
  { trigger: CONFIRM_48, conditions: [TEXTING_ON], actions: [firstText] },
  { trigger: CONFIRM_48, conditions: [TEXTING_ON, notTelehealth], actions: [firstText, waitFor(6), secondText] },
  {
    ...{ trigger: CONFIRM_48, conditions: [TEXTING_ON, withDoctors('doc_okafor', 'doc_reyes'), notTelehealth] },
    actions: [firstText, waitFor(4), secondText, toDesk('usr_dana')],
  },
  {
    trigger: CONFIRM_48,
    conditions: [TEXTING_ON, withDoctors('doc_okafor', 'doc_reyes', 'doc_zhang', 'doc_feldman'), notTelehealth],
    actions: [firstText, waitFor(4), secondText, toDesk('usr_dana')],
  },
].map(definitionOf)

const REFILLS = definitionOf({
  trigger: { kind: 'inboundMessage', intent: 'refill' },
  actions: [
    { sequence: 1, kind: 'markRequest', requestType: 'prescription' },
    { sequence: 2, kind: 'assignToStaff', among: ['usr_dana', 'usr_lena'] },
  ],
})

const LOW_STARS = definitionOf({
  trigger: { kind: 'reviewArrived', stars: [1, 2] },
  actions: [
    { sequence: 1, kind: 'notifyStaff', users: ['usr_sam'], text: 'A review has 1 or 2 stars: please answer it.' },
  ],
})

const WELCOME = definitionOf({
  trigger: { kind: 'patientImported', source: 'upload' },
  conditions: [TEXTING_ON, { field: 'patient.insuranceType', operator: 'is', value: 'Medicare' }],
  actions: [
    {
      ...{ sequence: 1, kind: 'sendSms' },
      text: 'Welcome to {{clinic}}, {{firstName|there}}. Your yearly wellness visit costs you nothing. Text us for a time.',
    },
  ],
})

const version = (definition: Definition | undefined, rest: Omit<DemoVersion, 'definition'>): DemoVersion => {
  if (!definition) throw new Error('A version of the demo has no definition.')
  return { ...rest, definition }
}

/** In the order of the list. */
export const AUTOMATIONS: Readonly<Record<string, readonly DemoAutomation[]>> = {
  org_cedar: [
    {
      ...{ id: 'aut_confirm48', name: 'Confirm visits, 48 hours', state: 'off', tell: ['usr_lena'] },
      versions: [
        version(CONFIRM_VISITS[0], { day: -29, by: 'usr_sam', why: 'One text before each visit' }),
        version(CONFIRM_VISITS[1], { day: -12, by: 'usr_lena', why: 'A second text where nobody replies' }),
        version(CONFIRM_VISITS[2], { day: -4, by: 'usr_sam', why: 'Two doctors first, and the front desk calls' }),
      ],
      ...{ draft: CONFIRM_VISITS[3] ?? null, changedBy: 'usr_lena' },
    },
    {
      ...{ id: 'aut_refill', name: 'Refill requests', state: 'off', tell: ['usr_sam'], draft: null },
      versions: [version(REFILLS, { day: -30, by: 'usr_dana', why: 'Nobody has to file them by hand' })],
      changedBy: 'usr_dana',
    },
    {
      ...{ id: 'aut_missed', name: 'Missed visits', state: 'off', tell: ['usr_sam'], draft: null },
      versions: [version(recipe('missed'), { day: -20, by: 'usr_sam', why: 'A new time for who was missed' })],
      changedBy: 'usr_sam',
    },
    {
      ...{ id: 'aut_waiting', name: 'Patients who wait an hour', state: 'off', tell: ['usr_sam'], draft: null },
      versions: [version(recipe('waiting'), { day: -20, by: 'usr_sam', why: 'Supervisors hear of long waits' })],
      changedBy: 'usr_sam',
    },
    {
      ...{ id: 'aut_failed', name: 'Texts that failed', state: 'off', tell: ['usr_sam'], draft: null },
      versions: [version(recipe('failed'), { day: -20, by: 'usr_sam', why: 'Whoever wrote it may call instead' })],
      changedBy: 'usr_sam',
    },
    {
      ...{ id: 'aut_lowstars', name: 'Reviews with 1 or 2 stars', state: 'off', tell: ['usr_sam'], draft: null },
      versions: [version(LOW_STARS, { day: -20, by: 'usr_sam', why: 'Each of them gets an answer the same day' })],
      changedBy: 'usr_sam',
    },
    {
      ...{ id: 'aut_import', name: 'Welcome new patients', state: 'stopped', tell: ['usr_sam'], draft: null },
      versions: [version(WELCOME, { day: -4, by: 'usr_lena', why: 'For the uploads of the new practice' })],
      changedBy: 'usr_lena',
    },
  ],
  org_lakeside: [
    {
      ...{ id: 'aut_lakeside', name: 'Texts that sound like an emergency', state: 'draft', tell: ['usr_sam'] },
      ...{ versions: [], draft: recipe('emergency'), changedBy: 'usr_omar' },
    },
  ],
}
