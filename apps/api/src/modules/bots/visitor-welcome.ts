/** The chatbot that greets in the web chat: its first words are shown before the visitor writes, and stored with the first message. */
import { languageAfter } from '@foyer/contracts/chatbot/language.rules.ts'
import { filledWords, introductionOf } from '@foyer/contracts/chatbot/words.rules.ts'
import type { WelcomeShown } from '@foyer/contracts/inbox/chat-calls.ts'
import type { FlowMachine } from '@foyer/flow/machine.ts'
import { begin as beginFlow } from '@foyer/flow/run.ts'
import { appendEvents } from '../../events/append.ts'
import { listLiveFlows, shareLiveVersion } from '../chatbot/chatbot.ts'
import { startFor, startsIn } from '../chatbot/starts.rules.ts'
import { begin, type ConversationState } from '../conversations/conversations.rules.ts'
import { lockConversation, stageMessage, type VisitorWelcome } from '../conversations/conversations.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { beginningFor, newSession, RUNNING_MAX } from './begin.rules.ts'
import { factsOf, isOpenAt } from './facts.rules.ts'
import { readMachine } from './machines.ts'
import { play } from './play.ts'
import { countRunning } from './sessions.store.ts'
import type { Standing } from './standing.store.ts'
import { textsOf } from './texts.rules.ts'

/** A conversation that is not stored has none of these. */
const NOTHING: Standing = {
  ...{
    isStaffHere: false,
    newestOrigin: null,
    sameTexts: 0,
    introduction: null,
    patient: null,
    hasOneOwner: false,
    isDeceased: false,
    visit: null,
  },
}

type Clinic = Awaited<ReturnType<typeof readInboxSettings>>

export const botWelcome: VisitorWelcome = {
  async show(tx, { organizationId, page, now }) {
    const [live, clinic] = await Promise.all([listLiveFlows(tx, organizationId), readInboxSettings(tx, organizationId)])
    const opening = {
      channel: 'chat',
      text: '',
      page,
      isOpen: isOpenAt(now, clinic),
      isFree: true,
      isAnswer: false,
    } as const
    const beginning = beginningFor(live, opening)
    if (beginning === null) return null
    const { flowId, version, nodeId } = beginning
    const made = await readMachine(tx, { organizationId, flowId, version })
    const visitor = begin({ id: 'welcome', organizationId, sender: 'welcome', at: now })
    const conversation: ConversationState = { ...visitor, channel: 'chat', phoneNumber: '' }
    const messages = greetingOf(made, nodeId, { conversation, clinic, now })
    return messages && { flowId, version, nodeId, name: made.flow.settings.assistantName ?? made.flow.name, messages }
  },

  async begin(tx, parts, { conversation, shown, now }) {
    const { organizationId, id } = conversation
    const { flowId, version } = shown
    const [live, clinic, running] = await Promise.all([
      shareLiveVersion(tx, { organizationId, flowId }),
      readInboxSettings(tx, organizationId),
      countRunning(tx, organizationId),
    ])
    if (live !== version || running >= RUNNING_MAX) return null
    const made = await readMachine(tx, { organizationId, flowId, version })
    const start = chatStart(made, shown, isOpenAt(now, clinic))
    if (start === null || greetingOf(made, start, { conversation, clinic, now }) === null) return null
    const session = newSession({ id: parts.newId(), conversation, flowId, version, now })
    const heard = { type: 'BEGIN', nodeId: start } as const
    const shared = { conversation, before: conversation, standing: NOTHING, clinic, isUnasked: false, said: null, now }
    const played = await play(tx, parts, { ...shared, smsStatus: null, made, session, heard })
    const [first, ...more] = played.answers
    if (first === undefined) throw new Error('A greeting that was shown is not said.')
    const { changes } = stageMessage(tx, { ...first, before: null, by: null, now, own: played.own, more })
    await appendEvents(tx, { organizationId, at: now }, changes)
    return lockConversation(tx, organizationId, id)
  },
}

/** The start that greeted in the chat, by the visitor's page; null if it does not greet at this hour. */
function chatStart({ flow }: FlowMachine, { nodeId }: WelcomeShown, isOpen: boolean): string | null {
  const shown = startsIn(flow).filter((start) => nodeId === undefined || start.nodeId === nodeId)
  const starts = shown.map((start) => ({ ...start, pages: [] }))
  return (
    startFor(starts, { channel: 'chat', text: '', page: null, isOpen, isFree: true, isAnswer: false })?.nodeId ?? null
  )
}

/** Null if the flow does more than greet before the visitor writes, or says nothing: then it begins with the first message. */
function greetingOf(
  made: FlowMachine,
  nodeId: string,
  {
    conversation,
    clinic,
    now,
  }: { readonly conversation: ConversationState; readonly clinic: Clinic; readonly now: Date },
) {
  const { flow } = made
  const assistantName = flow.settings.assistantName ?? flow.name
  const language = languageAfter(flow, '', null)
  const facts = factsOf({ conversation, standing: NOTHING, clinic, verifiedAs: null, assistantName, language, now })
  const step = beginFlow(made, facts, nodeId)
  if (step.ended !== null || step.work.length > 0) return null
  const introduction = filledWords(introductionOf(flow, language), {}, facts)
  const texts = textsOf(step.says, { channel: 'chat', language, introduction })
  return texts.length === 0 ? null : texts.map(({ body, prompt }) => ({ message: body, prompt }))
}
