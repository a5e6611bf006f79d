const fromAndTo = (of: string) => [`${of} from, HH:MM`, `${of} to, HH:MM`]

/** Every text field in the gallery, by its label and placeholder. */
import { listQuery } from '@foyer/contracts/appointments/fields.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { calls } from '@foyer/contracts/calls.ts'
import { type ZodType, z } from 'zod'

const { conversations, searchUsers, addCannedMessage, assignToTeam, bookAppointment, doctors, patientSearch } = calls
const { campaignRecipients, addNotifierTemplate } = calls
const { campaigns, addCampaign, campaignAudience } = calls
const { publishAutomation, rollBackAutomation, addNote, addDashboardView } = calls
const { insuranceProviders, referrals, mendImportRows, previewFax, nameFaxNumber, faxes } = calls
const importedCell = mendImportRows.body.shape.rows.element.shape.cells.unwrap().valueType

/** A label may stand for several fields. The call's limit; null if the screen accepts more and reports the excess itself. */
const FIELDS: readonly (readonly [name: string, limit: ZodType | null])[] = [
  ['Search conversations, Name or phone', conversations.query.shape.search],
  ['Find a patient', searchUsers.query.shape.search],
  ['To, Name or phone', searchUsers.query.shape.search],
  ['Patient, Name or phone', searchUsers.query.shape.search],
  ['Search appointments, Name or MRN, 3+ letters', listQuery.shape.search],
  ['Search patients, Name, MRN or number', patientSearch.body.shape.search],
  ['Search doctors, Name or specialty', doctors.query.shape.search],
  ['Search insurance providers, Name or payer ID', insuranceProviders.query.shape.search],
  ['Search referrals, Patient, MRN or provider', referrals.query.shape.search],
  ...['Rosalind Carver and 311-7043.pdf', 'scan.pdf', 'unlucky.pdf'].map(
    (file) => [`The referral of ${file}, Patient, MRN or provider`, referrals.query.shape.search] as const,
  ),
  ...[
    ...['Date of birth, row 47', 'Mobile phone, row 112', 'Last name, row 389', 'MRN, row 640', 'MRN, row 71'],
    ...['Date of birth, row 641', 'Mobile phone, row 902', 'First name, row 1204'],
  ].map((name) => [name, importedCell] as const),
  ['Search recipients, Name, number or email', campaignRecipients.query.shape.search],
  ['Template name', addNotifierTemplate.body.shape.name],
  ['Search campaigns, Name', campaigns.query.shape.search],
  ['Campaign name, Name the campaign', addCampaign.body.shape.name],
  ['Instead of first name', campaignAudience.body.shape.fallbacks.unwrap().valueType],
  ['Instead of doctor', campaignAudience.body.shape.fallbacks.unwrap().valueType],
  ['What changed?', publishAutomation.body.shape.why],
  ['Why?', rollBackAutomation.body.shape.why],
  ['Search faxes, Name, number or file', faxes.query.shape.search],
  ['To fax number', previewFax.body.shape.toFaxNumber],
  ['Name of this number', nameFaxNumber.body.shape.name],
  ['Visit type', bookAppointment.body.shape.appointmentType],
  ['Kind of visit', visitSetting.schema.shape.reminders.element.shape.appointmentType],
  ['Search colleagues and teams', searchUsers.query.shape.search],
  ['Say why (optional), Kept as a note with the mention', assignToTeam.body.shape.note],
  ['Go to a patient, conversation or page', searchUsers.query.shape.search],
  ['Search canned messages', addCannedMessage.body.shape.title],
  ['Title', addCannedMessage.body.shape.title],
  ...chatbotFields(),
  ...listingFields(),
  ['New note', addNote.body.shape.text],
  ['Note', addNote.body.shape.text],
  ['Name', addDashboardView.body.shape.name],
  ['Source, Intake form', null],
  ...[
    ...[
      'Message',
      'Message, Write a text message. Type / for canned messages',
      'Message, Write a note, @ tells a colleague',
    ],
    ...['Text', 'Subject', 'Time', 'From, HH:MM', 'To, HH:MM', 'At time, HH:MM', 'What it says', 'Answer', 'Signature'],
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Quiet'].flatMap(fromAndTo),
    ...['Monday from, part 2, HH:MM', 'Monday to, part 2, HH:MM', 'Note'],
    ...['Specialty', 'NPI', 'Languages', 'Address', 'About', 'Header row', 'Main phone', 'Description'],
    // It takes as many bytes as Google does, and counts them.
    'Your public reply',
    ...['Sent', 'At, HH:MM', 'At, that day, HH:MM', 'Text of the answer', 'Text after a missed visit'],
    ...[
      'Date, YYYY-MM-DD',
      'Time, HH:MM',
      'First run, YYYY-MM-DD',
      'Rule 1, value',
      'Rule 2, value',
      'Rule 3, kind of visit',
    ],
    ...['Your phone number', 'Segments a second', 'Price of a segment', 'Currency', 'Pause at failures of'],
    ...['Share of a day’s texts', 'Booking page', 'Hosts of links', 'Postal address'],
    ...['Text of the invitation', 'Text of reminder 1', 'Text of reminder 2'],
    ...['Every so many days', 'Phone number', 'Email address', 'Link, https://'],
    ...[
      'Words',
      'How long before',
      'Starts an hour',
      'After',
      'Value',
      'From',
      'To',
      'Sequence number',
      'Text to send',
    ],
    // Passwords and codes are pasted, so none of them is cut off.
    ...['Account', 'Name', 'Your name', 'Code', 'Recovery code', 'Your password', 'Current password', 'New password'],
    ...[
      'First name',
      'Last name',
      'Phone',
      'Mobile phone',
      'Fax number',
      'MRN',
      'Insurance',
      'Email',
      'Password',
      'Focused',
    ],
  ].map((name) => [name, null] as const),
]

/** The accepted lengths of each label, in ascending order; -1 if one is not limited. */
export function lengthsOfFields(): Record<string, number[]> {
  const lengths = FIELDS.map(([name, limit]) => [name, limit === null ? -1 : longestOf(limit)] as const)
  const byName = Map.groupBy(lengths, ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, all]) => [name, [...new Set(all.map(([, length]) => length))].toSorted((a, b) => a - b)]),
  )
}

/** Returns the greatest accepted length. */
function longestOf(limit: ZodType): number {
  let length = 0
  while (limit.safeParse('a'.repeat(length + 1)).success) length += 1
  return length
}

/** The fields of the listing's editors. An address of a page has a form besides its length. */
function listingFields(): [name: string, limit: ZodType][] {
  const address = z.string().max(500)
  return [
    ['Search reviews, Name or words', calls.listingReviews.query.shape.search],
    ['Add a category, Medical clinic', calls.listingCategories.query.shape.search],
    ['Name', z.string().max(200)],
    ['Website', address],
    ['Appointment links', address],
    ['Appointment links 2', address],
  ]
}

/** The fields of the builder of chatbots, by the limits of a flow. */
function chatbotFields(): [name: string, limit: ZodType][] {
  const of = (max: number, names: readonly string[]) =>
    names.map((name): [string, ZodType] => [name, z.string().max(max)])
  const blocks = ['Chat opened', 'Message', 'Choices', 'Question', 'If / else', 'Action', 'Hand over', 'Wait']
  return [
    ...of(12, ['Silent for so many minutes', 'Place among the assistants', 'Times offered', 'Days ahead']),
    ...of(40, ['Save the answer as', ...[1, 2, 3].map((field) => `Name of field ${field}`)]),
    ...of(60, ['Connect from', 'Connect to', ...blocks.map((block) => `Title, ${block}`)]),
    ...of(80, ['Name of the chatbot', 'Name of the assistant']),
    ...of(100, ['Label of case 1', 'Kind of visit offered', ...[1, 2, 3, 4].map((one) => `Label of answer ${one}`)]),
    ...of(300, [
      "Introduction by text message, This is {{clinic}}'s automated assistant. Say AGENT any time for a person.",
    ]),
    ...of(500, ['What is new', 'Patient says, Message', 'Patient says, MM/DD/YYYY', 'Patient says, Type or press']),
    ...of(1000, ['Words that ask for a person', 'Pages']),
    ...of(1600, ['Says before', 'Says while open', 'Says while closed', 'Question']),
    ...of(1600, ['If it is not understood, How to answer, in the assistant’s own words']),
    ...of(1600, ['What it says to patients']),
    ...of(
      1600,
      [1, 2, 3].map((field) => `Question of field ${field}`),
    ),
  ]
}
