/** Actions of campaigns, from the draft to the last answer, and of the links and settings that they use. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import { type CallName, type Calls, calls } from '@foyer/contracts/calls.ts'
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import { zoneWhereItIsDay } from '../support/day-zone.ts'
import { campaignsWork } from './campaign-workers.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id
type Act = Action['act']
type Fields = Partial<BodyOf<Calls['addCampaign']>>

const CONTENT = 'Hi {{firstName|there}}! {{clinic}}'
const TOMORROW_MS = 24 * 60 * 60 * 1000
/** Ada has no conversation before a campaign writes to her. */
const ADA = { id: 'p-ada', phoneNumber: '+15125550165' }

/** Gives the patients a clock on which it is day, and adds Ada. Called before the first screen is read. */
export async function addRecipients({ store }: Pick<Clinics, 'store'>): Promise<void> {
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender)
     values ($1, $2, 'i-ada', 'Ada', 'Lowe', $3, 'unknown')`,
    [organizationId, ADA.id, ADA.phoneNumber],
  )
  await store.query('update patients set timezone = $2 where organization_id = $1', [
    organizationId,
    zoneWhereItIsDay(),
  ])
}

type Step = (stage: Stage, campaign: Campaign) => Promise<unknown>

/** Adds a campaign to Rosalind and Miguel, and takes these steps with it. */
const campaign =
  (fields: Fields, ...steps: Step[]): Act =>
  async (stage) => {
    const { lena } = stage.clinics.staff
    const words = { name: 'Recall', type: 'SMS', content: CONTENT, patientIds: ['p1', 'p2'], perHour: null } as const
    const { data } = await lena.call('addCampaign', { body: { organizationId, ...words, ...fields } as never })
    for (const step of steps) await step(stage, data)
  }

const calledWith =
  (name: CallName, more: object = {}): Step =>
  ({ clinics }, { _id }) =>
    clinics.staff.lena.call(name, { params: { id: _id }, body: { organizationId, ...more } } as never)

const [launch, pause, resume, stop, unschedule, copy] = [
  calledWith('launchCampaign', { revision: 1 }),
  calledWith('pauseCampaign'),
  calledWith('resumeCampaign'),
  calledWith('stopCampaign'),
  calledWith('unscheduleCampaign'),
  calledWith('copyCampaign'),
]
const save = (fields: object, revision = 1) => calledWith('saveCampaign', { revision, ...fields })
const removes: Step = ({ clinics }, { _id }) =>
  clinics.staff.lena.call('deleteCampaign', { params: { id: _id }, organizationId })
const works: Step = (stage) => campaignsWork(stage.clinics)
const answers =
  (phoneNumber: string, words: string): Step =>
  ({ clinics }) =>
    clinics.text(phoneNumber, words)

/** The carrier reports about the text to this patient. */
const reports =
  (patientId: string, MessageStatus: string, more: Record<string, string> = {}): Step =>
  async ({ clinics }, { _id }) => {
    const [text] = await clinics.store.query<{ id: string; carrier_sid: string }>(
      `select m.id, m.carrier_sid from campaign_sends as s
       join messages as m on m.organization_id = s.organization_id and m.id = s.message_id
       where s.campaign_id = $1 and s.patient_id = $2`,
      [_id, patientId],
    )
    const form = { MessageSid: text?.carrier_sid ?? '', MessageStatus, From: CEDAR.number, ...more }
    await clinics.post(`${calls.textStatus.path}?messageId=${text?.id}`, form)
  }

const recordsAnswer: Step = ({ clinics }, { _id }) =>
  clinics.staff.lena.call('trackDripCampaign', { params: { a: _id, b: 'p1', c: 'replied' }, organizationId })

const tomorrow = () => new Date(Date.now() + TOMORROW_MS).toISOString()
/** It is computed when the action runs. */
const scheduled =
  (...steps: Step[]): Act =>
  (stage) =>
    campaign({ scheduledAt: tomorrow() }, ...steps)(stage)

const savesSettings =
  (more: object): Act =>
  async ({ clinics: { staff } }) => {
    const { version } = (await staff.sam.call('outreachSettings', { query: { organizationId } })).data
    const body = { organizationId, version, ...outreachSetting.default, ...more }
    await staff.sam.call('saveOutreachSettings', { body })
  }

const shortens: Act = ({ clinics }) =>
  clinics.staff.lena.call('shortenLink', { body: { url: 'https://cedar.test/replay' }, organizationId })

export const CAMPAIGN_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  saveOutreachSettings: [
    {
      title: 'an admin makes the pace as quick as it may be, which no list shows',
      act: savesSettings({ segmentsPerSecond: 100 }),
      silent: true,
    },
  ],
  shortenLink: [{ title: 'a member shortens a link, which no list shows [CALL-MISC-03]', act: shortens, silent: true }],
  addCampaign: [
    { title: 'a member adds a draft [CAMP-01]', act: campaign({}) },
    { title: 'a member adds a draft without words [CAMP-01]', act: campaign({ content: '' }) },
    { title: 'a member adds a scheduled one, and its audience is read', act: scheduled(works) },
  ],
  saveCampaign: [
    { title: 'a member changes the words of a draft', act: campaign({}, save({ content: 'Hello! {{clinic}}' })) },
    { title: 'a member renames a scheduled one', act: scheduled(works, save({ name: 'Recall 2' })) },
    {
      title: 'a member changes the audience of a scheduled one, which is read anew',
      act: scheduled(works, save({ patientIds: ['p1'] }), works),
    },
    {
      title: 'a member changes the words during a pause, and the others get the new ones',
      act: campaign(
        { perHour: 1 },
        ...[launch, works, pause, save({ content: 'Hello again! {{clinic}}', perHour: 36_000 }), resume],
      ),
    },
  ],
  deleteCampaign: [
    { title: 'a member deletes a draft [CAMP-02]', act: campaign({}, removes) },
    { title: 'a member deletes a scheduled one [CAMP-02]', act: scheduled(works, removes, works) },
    { title: 'a member deletes a finished one [CAMP-02]', act: campaign({}, launch, works, removes) },
  ],
  launchCampaign: [
    { title: 'a member launches a draft', act: campaign({}, launch) },
    { title: 'it is sent until it has finished', act: campaign({}, launch, works) },
    {
      title: 'one text is delivered and another is not, after it has finished',
      act: campaign(
        {},
        ...[launch, works, reports('p1', 'delivered'), reports('p2', 'undelivered', { ErrorCode: '30003' }), works],
      ),
    },
    {
      title: 'a patient answers, and another opts out and in again',
      act: campaign(
        {},
        launch,
        works,
        answers('+15125550142', 'Monday works'),
        answers('+15125550143', 'STOP'),
        works,
        answers('+15125550143', 'START'),
      ),
    },
    {
      title: 'a member records an answer by phone [CALL-MISC-02]',
      act: campaign({}, launch, works, recordsAnswer, works),
    },
    {
      title: 'one of two patients with one number is left out',
      act: campaign({ patientIds: ['p1', 'p3', 'p4'] }, launch, works),
    },
    {
      title: 'it writes to a patient without a conversation, which no list shows',
      act: campaign({ patientIds: [ADA.id] }, launch, works),
    },
    {
      title: 'the answer of that patient shows the conversation',
      act: campaign({ patientIds: [ADA.id] }, launch, works, answers(ADA.phoneNumber, 'Who is this?'), works),
    },
  ],
  pauseCampaign: [
    { title: 'a member pauses a running one', act: campaign({ perHour: 1 }, launch, works, pause) },
    { title: 'a member pauses it twice', act: campaign({ perHour: 1 }, launch, pause, pause, works) },
  ],
  resumeCampaign: [
    { title: 'a member resumes a paused one', act: campaign({ perHour: 1 }, launch, works, pause, resume) },
  ],
  stopCampaign: [
    { title: 'a member stops a running one', act: campaign({ perHour: 1 }, launch, works, stop, works) },
    { title: 'a member stops a scheduled one', act: scheduled(works, stop, works) },
  ],
  unscheduleCampaign: [{ title: 'a member takes a scheduled one back', act: scheduled(works, unschedule, works) }],
  copyCampaign: [{ title: 'a member copies a finished one', act: campaign({}, launch, works, copy) }],
  testCampaign: [
    { title: 'a member sends a test to a number', act: campaign({}, calledWith('testCampaign', { to: '5125550142' })) },
  ],
  campaignAudience: [
    {
      title: 'a member counts an audience, which no list shows',
      act: ({ clinics }) => clinics.staff.lena.call('campaignAudience', calls.campaignAudience.example),
      silent: true,
    },
  ],
  campaignDashboard: [
    {
      title: 'a member reads figures, which no list shows [OPEN-058]',
      act: ({ clinics }) => clinics.staff.lena.call('campaignDashboard', calls.campaignDashboard.example),
      silent: true,
    },
  ],
}
