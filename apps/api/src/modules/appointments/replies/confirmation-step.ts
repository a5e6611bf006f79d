/**
 * The inbound steps for answers to reminders by text. What the words say is noted at the appointments; a plain confirmation
 * confirms, is thanked for and is no work for staff. A lone CANCEL opts the patient out, and may have meant the visit.
 */
import type { ReplyKind, ReplyVerdict } from '@foyer/contracts/appointments/replies.rules.ts'
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import { ask, type ConversationState } from '../../conversations/conversations.rules.ts'
import {
  type ArrivingMessage,
  type Considered,
  IGNORED,
  type InboundStep,
  lockConversationsOfPatients,
  prepareAutomatic,
} from '../../conversations/conversations.ts'
import { type Clinic, readSetting } from '../../organizations/organizations.ts'
import { lockForChange, stageAppointments } from '../appointment-change.ts'
import type { AppointmentState } from '../appointments.rules.ts'
import type { Happened } from '../save-appointments.ts'
import { interpret, stillAsked } from './asked.rules.ts'
import { type AskedAppointment, listAsked, patientsAsked } from './asked.store.ts'
import { applyReply } from './reply.rules.ts'
import { thanksText } from './thanks.rules.ts'
import { wishIn } from './wish.ts'

const LONE_CANCEL = /^\W*cancel\W*$/i

// Without a look-up ahead there is nothing to answer: no reminder goes to a chat.
const nothingAsked = () => IGNORED

export const confirmationStep: InboundStep = {
  name: 'confirmation',
  isOptional: true,
  consider: nothingAsked,
  // `saidCancelStep` needs no more.
  locksOf: ({ organizationId, texts, now }) =>
    patientsAsked({ organizationId, senders: texts.map(({ from }) => from), now }),
  async ahead(tx, { organizationId, texts, now }) {
    const senders = texts.filter(({ body }) => body.trim() !== '' && !LONE_CANCEL.test(body)).map(({ from }) => from)
    const asked = senders.length === 0 ? [] : await listAsked(tx, { organizationId, senders, now })
    return { ...confirmationStep, consider: (inTx, parts, message) => considerReply(inTx, parts, message, asked) }
  },
}

export const saidCancelStep: InboundStep = {
  name: 'saidCancel',
  isOptional: true,
  consider: nothingAsked,
  async ahead(tx, { organizationId, texts, now }) {
    const senders = texts.filter(({ body }) => LONE_CANCEL.test(body)).map(({ from }) => from)
    const asked = senders.length === 0 ? [] : await listAsked(tx, { organizationId, senders, now })
    return { ...saidCancelStep, consider: (inTx, _parts, message) => considerCancel(inTx, message, asked) }
  },
}

type Parts = Pick<Services, 'config' | 'newId'>

interface Replied {
  readonly message: ArrivingMessage
  readonly asked: readonly AskedAppointment[]
  readonly verdicts: readonly ReplyVerdict[]
}

function askedBy({ conversation, ...text }: ArrivingMessage, all: readonly AskedAppointment[]): AskedAppointment[] {
  if (conversation.channel !== 'sms') return []
  return stillAsked(
    all.filter(({ sender }) => sender === conversation.sender),
    text,
  )
}

function considerCancel(tx: Tx, message: ArrivingMessage, all: readonly AskedAppointment[]): Considered {
  const asked = askedBy(message, all)
  if (!LONE_CANCEL.test(message.body) || asked.length === 0) return IGNORED
  const verdicts = asked.map(({ appointmentId }): ReplyVerdict => ({ appointmentId, as: 'saidCancel' }))
  return {
    verdict: 'passes',
    async react() {
      const { shown, alsoShown, about } = await note(tx, { message, asked, verdicts })
      return { shown, alsoShown, about }
    },
  }
}

async function considerReply(
  tx: Tx,
  parts: Parts,
  message: ArrivingMessage,
  all: readonly AskedAppointment[],
): Promise<Considered> {
  const asked = askedBy(message, all)
  if (asked.length === 0) return IGNORED
  const { conversation, body, sentAt, sharing } = message
  const { organizationId, patientId } = conversation
  const [{ value: settings }, { clinic }] = await Promise.all([
    readSetting(tx, organizationId, visitSetting),
    message.settings,
  ])
  const text = { body, sentAt, patientId, sharing, zone: clinic.timezone, isRead: settings.replies.read }
  const { verdicts, isPlainConfirmation } = interpret(asked, text)
  if (verdicts.length === 0) return IGNORED
  const replied = { message, asked, verdicts }
  // Files have to be looked at.
  if (isPlainConfirmation && !message.hasFiles)
    return {
      verdict: 'claims',
      react: (received) => confirmed(tx, parts, { ...replied, settings, clinic, received }),
    }
  return {
    verdict: 'passes',
    async react(received) {
      const { shown, alsoShown, about } = await note(tx, replied)
      const isWork = verdicts.some(({ as }) => as === 'reschedule' || as === 'cancelAsked')
      return { conversation: isWork ? aboutVisit(received) : received, shown, alsoShown, about }
    },
  }
}

/** A kind of request that staff chose stays. */
function aboutVisit(conversation: ConversationState): ConversationState {
  return conversation.requestType === null ? ask(conversation, 'appointment') : conversation
}

interface Confirmed extends Replied {
  readonly settings: VisitSettings
  readonly clinic: Clinic
  /** The conversation with the message in it. */
  readonly received: ConversationState
}

async function confirmed(tx: Tx, parts: Parts, { settings, clinic, received, ...replied }: Confirmed) {
  const { message } = replied
  const { isComplete, anew, shown, alsoShown, about } = await note(tx, replied)
  // A visit was moved or cancelled meanwhile: a person has to tell the patient.
  if (!isComplete) return { conversation: received, shown, alsoShown, about }
  const was = message.conversation
  const conversation = withoutWork(received, was)
  const reaction = { conversation, shown, alsoShown, about, settles: was.waitingSince === null }
  const [first, ...others] = anew
  const { thanks } = settings.replies
  if (first === undefined || thanks === null || !message.mayAnswer || message.isDelayed) return reaction
  const text = { body: thanksText(thanks, [first, ...others], clinic), kind: 'answer', now: message.now } as const
  return {
    ...reaction,
    answer: { kind: 'answer' as const, ...(await prepareAutomatic(tx, parts, conversation, text)) },
  }
}

/** The conversation with the message, and otherwise as before: nobody has to read it. */
function withoutWork(received: ConversationState, was: ConversationState): ConversationState {
  const { waitingSince, unreadCount, snoozedUntil } = was
  // Reminders alone began it, so no list has had it.
  const status = was.isQuiet ? 'resolved' : was.status
  return { ...received, status, waitingSince, unreadCount, snoozedUntil }
}

/** Notes the reply at the appointments. They, and the conversations that show them, are locked until the transaction ends. */
async function note(tx: Tx, { message, asked, verdicts }: Replied) {
  const { conversation, now } = message
  const { organizationId } = conversation
  const ofId = new Map(asked.map((one) => [one.appointmentId, one]))
  const ids = verdicts.map(({ appointmentId }) => appointmentId)
  const patientIds = [...new Set(ids.flatMap((id) => ofId.get(id)?.patientId ?? []))]
  // Sent together; the store takes the locks in this order. The conversations are locked since the text arrived.
  const [shownBy, locked] = await Promise.all([
    lockConversationsOfPatients(tx, organizationId, patientIds),
    lockForChange(tx, organizationId, ids, patientIds),
  ])
  const at = message.sentAt < now ? message.sentAt : now
  const { timezone: zone } = (await message.settings).clinic
  const replyAbout = ({ startsAt }: AppointmentState, as: ReplyKind) => ({
    ...{ messageId: message.id, at },
    wish: as === 'reschedule' ? wishIn(message.body, { sentAt: at, zone, startsAt }) : null,
  })
  const happened = verdicts.flatMap(({ appointmentId, as }): Required<Omit<Happened, 'history'>>[] => {
    const before = locked.appointments.get(appointmentId)
    const about = ofId.get(appointmentId)
    // The patient answers about the time and the doctor of the reminder.
    if (before === undefined || before.startsAt.getTime() !== about?.startsAt.getTime()) return []
    if (before.doctorId !== about.doctorId) return []
    const after = applyReply(before, as, replyAbout(before, as))
    return typeof after === 'string' ? [] : [{ before, after }]
  })
  const { changes: shown } = await stageAppointments(tx, { organizationId, by: null, now }, locked, happened)
  const anew = happened.filter(({ before, after }) => after.status === 'confirmed' && before?.status !== 'confirmed')
  const [patientId = null, ...others] = patientIds
  return {
    /** Every appointment was still as the patient was asked about it. */
    isComplete: happened.length === verdicts.length,
    /** Those that are confirmed by this reply. */
    anew: anew.flatMap(({ after }) => ofId.get(after.id) ?? []),
    shown,
    alsoShown: shown.length === 0 ? [] : shownBy.filter(({ id }) => id !== conversation.id),
    about: others.length === 0 ? patientId : null,
  }
}
