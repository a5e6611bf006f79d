/** The words, audiences and settings of the demo's campaigns and templates. */
import type { Audience, Purpose } from '@foyer/contracts/campaign/campaign.ts'
import type { CampaignStatus } from '@foyer/contracts/campaign/states.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { type OutreachSettings, outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import type { Calendar } from './calendar.rules.ts'

export const DANA = { userId: 'usr_dana', name: 'Dana Whitfield' } as const
const LENA = { userId: 'usr_lena', name: 'Lena Kim' } as const
const OMAR = { userId: 'usr_omar', name: 'Omar Haddad' } as const
const ANA = { userId: 'usr_ana', name: 'Ana Reyes' } as const

export interface DemoCampaign {
  readonly id: string
  readonly name: string
  readonly status: CampaignStatus
  readonly type: CampaignType
  readonly purpose: Purpose
  readonly subject: string | null
  readonly content: string
  readonly fallbacks: Readonly<Record<string, string>>
  /** Null: the demo lists its patients. */
  readonly audience: Audience | null
  /** Null for a draft. */
  readonly at: Date | null
  readonly by: { readonly userId: string; readonly name: string } | null
  readonly savedAt: Date
  readonly templateId: string | null
}

const TEXT = { type: 'SMS', purpose: 'care', subject: null, fallbacks: {}, templateId: null, at: null } as const

export function demoOutreachSettings(): OutreachSettings {
  const postalAddress = '210 Lamar Boulevard, Austin, TX 78704'
  return { ...outreachSetting.default, bookingUrl: 'https://cedar.test/book', postalAddress }
}

const BIRTHDAY_WORDS =
  '{{clinic}}: happy birthday month, {{firstName|there}}! It is a good time for your yearly check: {{bookingLink}}'
const BIRTHDAY_AUDIENCE: Audience = { kind: 'filters', rules: [{ field: 'age', op: 'atLeast', value: 78 }] }

export function cedarCampaigns(calendar: Calendar): DemoCampaign[] {
  return [
    {
      ...TEXT,
      ...{ id: 'cmp_flu', name: 'Flu shots, 65 and over', status: 'draft', by: LENA },
      savedAt: calendar.at(-1, '09:15'),
      fallbacks: { firstName: 'there', doctor: 'Your doctor' },
      content:
        'Hi {{firstName}}, flu season is here. {{doctor}} recommends a flu shot for everyone 65 and over. Pick a time that suits you: {{bookingLink}} or call {{clinicPhone}}. {{clinic}}',
      audience: {
        kind: 'filters',
        rules: [
          { field: 'age', op: 'atLeast', value: 65 },
          { field: 'lastVisit', op: 'inLast', value: { value: 18, unit: 'month' } },
          { field: 'visitType', op: 'notHadSince', value: { type: 'Flu shot', day: seasonStart(calendar.day(0)) } },
        ],
      },
    },
    {
      ...TEXT,
      ...{ id: 'cmp_recall', name: 'Recall, no visit in a year', status: 'draft', by: DANA },
      savedAt: calendar.at(-2, '15:40'),
      content:
        '{{clinic}}: {{firstName|there}}, it has been a while since your last visit. Reply YES to book or CANCEL to be taken off the list.',
      audience: { kind: 'filters', rules: [{ field: 'nextVisit', op: 'none', value: null }] },
    },
    {
      ...TEXT,
      ...{ id: 'cmp_checkups', name: 'Check-ups, 50 to 64', status: 'scheduled', by: LENA },
      ...{ savedAt: calendar.at(-1, '16:20'), at: calendar.at(5, '09:30') },
      content:
        '{{clinic}}: {{firstName|there}}, it is time for your yearly check-up. Pick a time: {{bookingLink}} or reply to this text.',
      audience: {
        kind: 'filters',
        rules: [
          { field: 'age', op: 'atLeast', value: 50 },
          { field: 'age', op: 'atMost', value: 64 },
        ],
      },
    },
    {
      ...TEXT,
      ...{ id: 'cmp_flu_last', name: 'Flu shots', status: 'finished', by: LENA, audience: null },
      ...{ savedAt: calendar.at(-10, '16:05'), at: calendar.at(-9, '10:00') },
      content:
        '{{clinic}}: {{firstName}}, {{doctor}} recommends a flu shot this season. Pick a time: {{bookingLink}} or reply to this text.',
    },
    {
      ...TEXT,
      ...{ id: 'cmp_portal', name: 'New patient portal', status: 'paused', by: DANA, audience: null },
      ...{ savedAt: calendar.at(-1, '13:50'), at: calendar.at(-1, '14:00') },
      content:
        '{{clinic}}: {{firstName|there}}, our patient portal has moved. Sign in once to keep your messages: https://portal.cedar.test/start',
    },
    {
      ...TEXT,
      ...{ id: 'cmp_news', name: 'Fall newsletter', status: 'finished', type: 'email', purpose: 'promotion', by: DANA },
      ...{ savedAt: calendar.at(-21, '11:30'), at: calendar.at(-20, '10:00') },
      subject: 'News from {{clinic}}',
      content:
        'Hi {{firstName|there}},\n\nWe are open on Saturdays from now on, and flu shots have come. Pick a time that suits you: {{bookingLink}}\n\nYour team at {{clinic}}',
      audience: { kind: 'filters', rules: [{ field: 'preferredContact', op: 'is', value: 'email' }] },
    },
    {
      ...TEXT,
      ...{ id: 'cmp_birthdays', name: 'Birthdays', status: 'finished', by: null, templateId: 'tpl_birthdays' },
      ...{ savedAt: calendar.at(-18, '07:30'), at: calendar.at(-18, '10:00') },
      ...{ content: BIRTHDAY_WORDS, audience: BIRTHDAY_AUDIENCE },
    },
  ]
}

/** The last August 1. */
function seasonStart(day: string): string {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) >= '08-01' ? year : year - 1}-08-01`
}

/** The one draft of each other clinic. */
export function draftElsewhere(organizationId: string, calendar: Calendar): DemoCampaign | null {
  const savedAt = calendar.at(-3, '10:20')
  if (organizationId === 'org_lakeside')
    return {
      ...TEXT,
      ...{ id: 'cmp_lakeside', name: 'Visiting hours', status: 'draft', by: OMAR, savedAt },
      content:
        '{{clinic}}: visiting hours are now 10 AM to 8 PM, {{firstName|there}}. Call {{clinicPhone}} with questions.',
      audience: { kind: 'filters', rules: [{ field: 'lastVisit', op: 'inLast', value: { value: 1, unit: 'month' } }] },
    }
  if (organizationId === 'org_harbor')
    return {
      ...TEXT,
      ...{ id: 'cmp_harbor', name: 'Holiday hours', status: 'draft', by: ANA, savedAt },
      content: '{{clinic}} is open from 9 AM to 2 PM on the holiday. Call {{clinicPhone}} before you come.',
      audience: { kind: 'filters', rules: [] },
    }
  return null
}

export interface DemoTemplate {
  readonly id: string
  readonly name: string
  readonly frequencyDays: number
  readonly content: string
  readonly audience: Audience | null
  /** The last run and the campaign that it made; null: it is not active and never ran. */
  readonly ran: { readonly at: Date; readonly campaignId: string } | null
}

const OFF = { ran: null, audience: null } as const

export function templatesOf(organizationId: string, calendar: Calendar): DemoTemplate[] {
  switch (organizationId) {
    case 'org_cedar':
      return [
        {
          ...OFF,
          ...{ id: 'tpl_recall', name: 'Recall', frequencyDays: 90 },
          content: '{{clinic}}: {{firstName|there}}, it is time for your check-up. Pick a time: {{bookingLink}}',
          audience: {
            kind: 'filters',
            rules: [{ field: 'lastVisit', op: 'notInLast', value: { value: 1, unit: 'year' } }],
          },
        },
        {
          ...{ id: 'tpl_birthdays', name: 'Birthdays', frequencyDays: 30 },
          ...{ content: BIRTHDAY_WORDS, audience: BIRTHDAY_AUDIENCE },
          ran: { at: calendar.at(-18, '10:00'), campaignId: 'cmp_birthdays' },
        },
        { ...OFF, id: 'tpl_labs', name: 'Labs', frequencyDays: 30, content: '' },
      ]
    case 'org_lakeside':
      return [
        {
          ...OFF,
          ...{ id: 'tpl_lakeside', name: 'After a stay', frequencyDays: 30 },
          content:
            '{{clinic}}: {{firstName|there}}, how are you since your stay? Call {{clinicPhone}} with any question.',
        },
      ]
    case 'org_harbor':
      return [
        {
          ...OFF,
          ...{ id: 'tpl_harbor', name: 'Season of colds', frequencyDays: 90 },
          content: '{{clinic}}: walk in any day from 8 AM, {{firstName|there}}, no appointment needed.',
        },
      ]
    default:
      return []
  }
}

/** Answers to the flu shot text. */
export const FLU_ANSWERS = [
  'Yes please, mornings are best for me',
  'Booked for Thursday, thank you!',
  'Do I need to bring anything?',
  'Already got mine at the pharmacy in October',
  'Can my husband come too?',
  'Is it covered by Medicare?',
  'Not this year, thanks',
  'I have a cold right now, should I wait?',
  'Any time after 3 works',
  'Which flu shot do you have, the high dose one?',
  'Can I get it at my visit next week?',
  'The link worked great, see you soon',
] as const

export const STAFF_ANSWERS = [
  'Thank you, we noted it.',
  'Yes, that works. See you then!',
  'Good question. Our nurse will go over it with you.',
  'Just bring your insurance card, please.',
] as const
