/**
 * Maps each state of each machine to the entry that shows it. A new state is a compile error until it is added here.
 */
import type { AnyStateMachine } from 'xstate'
import { backOnlineMachine } from '../src/app/back-online.machine.ts'
import { automationWizardMachine } from '../src/features/automations/wizard/automation-wizard.machine.ts'
import { campaignEditorMachine } from '../src/features/campaigns/editor/campaign-editor.machine.ts'
import { campaignResultsMachine } from '../src/features/campaigns/results/campaign-results.machine.ts'
import { chatbotBuilderMachine } from '../src/features/chatbot/chatbot-builder.machine.ts'
import { publishMachine } from '../src/features/chatbot/publish/publish.machine.ts'
import { draftSavingMachine } from '../src/features/chatbot/saving/draft-saving.machine.ts'
import { testMachine } from '../src/features/chatbot/test/test.machine.ts'
import { commandBarMachine } from '../src/features/commands/command-bar.machine.ts'
import { faxFormMachine } from '../src/features/fax/fax-form.machine.ts'
import { notifierMachine } from '../src/features/notifications/notifier.machine.ts'
import { idleMachine } from '../src/features/session/idle/idle.machine.ts'
import { sessionMachine } from '../src/features/session/session.machine.ts'
import { fileMachine } from '../src/features/uploads/files/file.machine.ts'
import { fileUploadsMachine } from '../src/features/uploads/files/file-uploads.machine.ts'
import { importMachine } from '../src/features/uploads/import.machine.ts'
import { wallboardMachine } from '../src/features/wallboard/wallboard.machine.ts'
import { liveMachine } from '../src/live/live.machine.ts'
import {
  bulkMachine,
  factorMachine,
  listMachine,
  readingMachine,
  startingMachine,
  walkMachine,
  writingMachine,
} from './canned-machines.ts'
import type { Address } from './shown-address.ts'
import { listingEditor, reply } from './shown-reviews.ts'
import type { StateId } from './state-ids.ts'

const list: Record<StateId<typeof listMachine>, Address> = {
  loading: 'list/first-load',
  failed: 'list/failed',
  loadingMore: 'list/loading-more',
  loadingAgain: 'list/loading-again',
  patient: 'list/patient',
  'ready.resting': 'list/rows',
  'ready.unsure': 'list/unsure',
  'ready.refreshing': 'list/refreshing',
}
const selection: Record<StateId<typeof bulkMachine>, Address> = {
  none: 'list/rows',
  some: 'list/selected',
  applying: 'list/applying',
}
const thread: Record<StateId<typeof readingMachine>, Address> = {
  loading: 'thread/loading',
  ready: 'thread/usual',
  rereading: 'thread/rereading',
  loadingOlder: 'thread/older',
  failed: 'thread/failed',
  absent: 'thread/absent',
}
const composer: Record<StateId<typeof writingMachine>, Address> = {
  idle: 'composer/empty',
  sending: 'composer/sending',
  holding: 'composer/offline',
  pausing: 'composer/pausing',
}
/** Null: looks like the inbox without a walk, or like the state before it. */
const nextPatient: Record<StateId<typeof walkMachine>, Address | null> = {
  idle: null,
  asking: 'next/asking',
  'holding.held': 'next/held',
  'holding.renewing': null,
  finished: 'next/end',
  failed: 'next/failed',
}
const newMessage: Record<StateId<typeof startingMachine>, Address> = {
  writing: 'new-message/empty',
  sending: 'new-message/sending',
}
const live: Record<StateId<typeof liveMachine>, Address> = {
  'linked.talk.opening': 'shell/opening',
  'linked.talk.catchingUp.asking': 'shell/asking',
  'linked.talk.catchingUp.refused': 'shell/refused',
  'linked.talk.catchingUp.settling': 'shell/settling',
  'linked.talk.live': 'shell/live',
  'linked.watchdog.listening': 'shell/live',
  away: 'shell/away',
  'unauthenticated.checking': 'shell/checking-session',
  'unauthenticated.ended': 'shell/session-ended',
}

const session: Record<StateId<typeof sessionMachine>, Address> = {
  starting: 'session/loading',
  loading: 'session/loading',
  'signedIn.settled': 'session/signed-in',
  'signedIn.checking': 'session/checking',
  signedOut: 'session/signed-out',
  failed: 'session/failed',
}

/** Null: the state has no visible effect. */
const idle: Record<StateId<typeof idleMachine>, Address | null> = {
  'beginning.asking': null,
  'beginning.silent': null,
  deciding: null,
  watching: null,
  asking: null,
  'warning.open': 'idle/asked',
  'warning.staying': 'idle/staying',
  'warning.leaving': 'idle/leaving',
  'over.asking': 'idle/covered',
  // Looks the same as the covered state.
  'over.silent': 'idle/covered',
  // The page is unloading.
  ended: 'session/signed-out',
}

const commandBar: Record<StateId<typeof commandBarMachine>, Address> = {
  resting: 'commands/resting',
  // Lasts while the user types; it looks like the state that follows.
  settling: 'commands/searching',
  searching: 'commands/searching',
  found: 'commands/found',
  failed: 'commands/failed',
  offline: 'commands/offline',
}
const backOnline: Record<StateId<typeof backOnlineMachine>, Address> = {
  quiet: 'shell/live',
  // The banner about the outage is shown instead.
  away: 'shell/offline',
  back: 'shell/back-online',
  caughtUp: 'shell/caught-up',
}
/** Null: looks like the waiting before it. */
const wallboard: Record<StateId<typeof wallboardMachine>, Address | null> = {
  loading: 'wallboard/loading',
  live: 'wallboard/usual',
  'behind.waiting': 'wallboard/behind',
  'behind.probing': null,
  'behind.reloading': null,
  'unavailable.waiting': 'wallboard/failed',
  'unavailable.probing': null,
  'unavailable.reloading': null,
}
const faxForm: Record<StateId<typeof faxFormMachine>, Address> = {
  opening: 'fax/again-opening',
  unopened: 'fax/again-failed',
  'editing.idle': 'fax/empty',
  'editing.previewing': 'fax/drawing',
  sending: 'fax/sending',
  sent: 'fax/sent',
  refused: 'fax/refused',
}
/** Null: lasts for no time, or leads to another page. */
const campaignEditor: Record<StateId<typeof campaignEditorMachine>, Address | null> = {
  loading: 'campaigns/loading',
  failed: 'campaigns/failed',
  gone: 'campaigns/gone',
  'editing.keeping.new': 'campaigns/new',
  'editing.keeping.clean': 'campaigns/editor',
  'editing.keeping.dirty': 'campaigns/dirty',
  'editing.keeping.saving': 'campaigns/saving',
  'editing.keeping.saveFailed': 'campaigns/not-saved',
  'editing.keeping.conflict': 'campaigns/conflict',
  'editing.counting.idle': 'campaigns/choosing',
  'editing.counting.asking': 'campaigns/counting',
  'editing.counting.counted': 'campaigns/editor',
  'editing.counting.failed': 'campaigns/uncounted',
  confirming: 'campaigns/confirming',
  leaving: null,
  'launching.deciding': null,
  'launching.keeping': 'campaigns/keeping',
  'launching.starting': 'campaigns/launching',
  refused: 'campaigns/refused',
  launched: null,
}
/** Null: lasts for no time, or leads to another page. */
const automationWizard: Record<StateId<typeof automationWizardMachine>, Address | null> = {
  'step.trigger': 'automations/trigger',
  'step.conditions': 'automations/conditions',
  'step.actions': 'automations/actions',
  'step.review': 'automations/review',
  'keeping.idle': 'automations/new',
  'keeping.saving': 'automations/saving',
  'keeping.saved': 'automations/saved',
  'keeping.conflict': 'automations/conflict',
  'keeping.failed': 'automations/not-saved',
  'trying.idle': 'automations/new',
  'trying.asking': 'automations/review-asking',
  'trying.shown': 'automations/review',
  'trying.failed': 'automations/review-failed',
  'publishing.no': 'automations/review',
  'publishing.asking': 'automations/asking',
  'publishing.sending.settling': 'automations/saving-first',
  'publishing.sending.keeping': 'automations/keeping',
  'publishing.sending.turningOn': 'automations/turning-on',
}
const campaignResults: Record<StateId<typeof campaignResultsMachine>, Address> = {
  loading: 'campaign-results/loading',
  failed: 'campaign-results/failed',
  'shown.idle': 'campaign-results/running',
  'shown.asking': 'campaign-results/asking',
  'shown.acting': 'campaign-results/acting',
  'shown.refused': 'campaign-results/refused',
  gone: 'campaign-results/gone',
}
/** Null: lasts for no time. */
const uploadedImport: Record<StateId<typeof importMachine>, Address | null> = {
  beginning: null,
  choosing: 'uploads/choosing',
  sending: 'uploads/sending',
  sent: 'uploads/sent',
  'following.deciding': null,
  'following.reading': 'uploads/reading',
  'following.checking.idle': 'uploads/checking',
  'following.checking.matching': 'uploads/rechecking',
  'following.review.looking': 'uploads/review',
  'following.review.mending': 'uploads/mending',
  'following.review.matching': 'uploads/matching',
  'following.review.comparing': 'uploads/comparing',
  'following.review.confirming.asking': 'uploads/confirming',
  'following.review.confirming.starting': 'uploads/starting',
  'following.importing': 'uploads/importing',
  'following.stopped': 'uploads/stopped',
  'following.done': 'uploads/done',
  'following.failed': 'uploads/unreadable',
  'following.discarded': 'uploads/discarded',
}
const fileUploads: Record<StateId<typeof fileUploadsMachine>, Address> = {
  resting: 'uploaded-files/pictures-ended',
  working: 'uploaded-files/pictures-sending',
}
const uploadedFile: Record<StateId<typeof fileMachine>, Address> = {
  added: 'uploaded-files/documents-looking',
  looking: 'uploaded-files/documents-looking',
  waiting: 'uploaded-files/pictures-sending',
  sending: 'uploaded-files/pictures-sending',
  kept: 'uploaded-files/pictures-ended',
  refused: 'uploaded-files/pictures-ended',
}
/** The operating system shows its notifications, outside of the page. */
const notifier: Record<StateId<typeof notifierMachine>, null> = { ready: null, resting: null }

const secondFactor: Record<StateId<typeof factorMachine>, Address | null> = {
  asking: 'security/set-up',
  beginning: 'security/beginning',
  showing: 'security/key',
  confirming: 'security/confirming',
  codes: 'security/codes',
  // The drawer is closed.
  kept: null,
}

interface Shown {
  readonly machine: AnyStateMachine
  readonly at: Readonly<Record<string, string | null>>
}

/** Null: looks like the builder at rest; the title is changed among the settings. */
const chatbotBuilder: Record<StateId<typeof chatbotBuilderMachine>, Address | null> = {
  'hand.idle': 'chatbots/settings',
  'hand.connecting.port': 'chatbots/connect-from',
  'hand.connecting.target': 'chatbots/connect-to',
  'hand.dragging': null,
  'hand.renaming': null,
  'pane.settings': 'chatbots/settings',
  'pane.test': 'chatbots/builder',
  'pane.outline': null,
}
const draftSaving: Record<StateId<typeof draftSavingMachine>, Address> = {
  clean: 'chatbots/settings',
  dirty: 'chatbots/changed',
  saving: 'chatbots/saving',
  waiting: 'chatbots/offline',
  conflicted: 'chatbots/conflict',
  refused: 'chatbots/refused',
  gone: 'chatbots/gone',
}
/** Null: the dialog has closed. */
const publishing: Record<StateId<typeof publishMachine>, Address | null> = {
  checking: 'chatbots/checking',
  problems: 'chatbots/barred',
  noting: 'chatbots/noting',
  publishing: 'chatbots/publishing',
  refused: 'chatbots/unpublished',
  done: null,
}
const chatbotTest: Record<StateId<typeof testMachine>, Address> = {
  ready: 'chatbots/test-ready',
  waitingForPatient: 'chatbots/builder',
  waitingForTime: 'chatbots/test-waiting',
  acting: 'chatbots/test-acting',
  ended: 'chatbots/test-ended',
}
export const shownStates: readonly Shown[] = [
  { machine: chatbotBuilderMachine, at: chatbotBuilder },
  { machine: draftSavingMachine, at: draftSaving },
  { machine: publishMachine, at: publishing },
  { machine: testMachine, at: chatbotTest },
  { machine: automationWizardMachine, at: automationWizard },
  { machine: campaignEditorMachine, at: campaignEditor },
  { machine: wallboardMachine, at: wallboard },
  reply,
  listingEditor,
  { machine: faxFormMachine, at: faxForm },
  { machine: campaignResultsMachine, at: campaignResults },
  { machine: importMachine, at: uploadedImport },
  { machine: fileUploadsMachine, at: fileUploads },
  { machine: fileMachine, at: uploadedFile },
  { machine: listMachine, at: list },
  { machine: bulkMachine, at: selection },
  { machine: readingMachine, at: thread },
  { machine: writingMachine, at: composer },
  { machine: startingMachine, at: newMessage },
  { machine: walkMachine, at: nextPatient },
  { machine: liveMachine, at: live },
  { machine: sessionMachine, at: session },
  { machine: idleMachine, at: idle },
  { machine: commandBarMachine, at: commandBar },
  { machine: backOnlineMachine, at: backOnline },
  { machine: notifierMachine, at: notifier },
  { machine: factorMachine, at: secondFactor },
]

/** Returns the states that an entry must show: "conversationList ready.unsure". */
export function shownAt(address: string): string[] {
  return shownStates.flatMap(({ machine, at }) =>
    Object.entries(at).flatMap(([state, entry]) => (entry === address ? [`${machine.id} ${state}`] : [])),
  )
}

/** Machines that a component creates itself; their entries reach the state by user actions. */
const OWN = [sessionMachine, idleMachine, commandBarMachine, backOnlineMachine, testMachine].map(({ id }) => `${id} `)

/** Returns the states that a test can check. */
export function standsAt(address: string): string[] {
  return shownAt(address).filter((state) => !OWN.some((machine) => state.startsWith(machine)))
}
