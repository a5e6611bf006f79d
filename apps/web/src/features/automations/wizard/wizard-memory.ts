/** The memory and the events of the automation wizard. */
import type { Action } from '@foyer/contracts/automations/actions.rules.ts'
import type { Automation, AutomationWalk, SavedAutomation } from '@foyer/contracts/automations/automation.ts'
import type { ConditionItem } from '@foyer/contracts/automations/conditions.rules.ts'
import type { Definition, DraftDefinition } from '@foyer/contracts/automations/definition.rules.ts'
import { barsPublishing, type Finding } from '@foyer/contracts/automations/finding.rules.ts'
import type { Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { NOTHING } from './draft.rules.ts'
import { isWhole, nameProblem, problemsOfStep } from './draft-problems.rules.ts'
import type { StepNumber } from './stored-draft.rules.ts'

/** A colleague saved the automation after the revision that this wizard shows. */
export class NewerAutomation extends Error {
  readonly theirs: Editable
  constructor(theirs: Editable) {
    super('Another user saved a newer revision of the automation')
    this.theirs = theirs
  }
}

/** The automation was removed. */
export class RemovedAutomation extends Error {}

/** The server found problems that bar publishing. */
export class NotReady extends Error {
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super('The automation has problems')
    this.findings = findings
  }
}

/** An automation with the definition that the wizard changes: its draft, else its newest version. */
export interface Editable {
  readonly automation: Automation
  readonly draft: DraftDefinition
}

export function editableOf(
  automation: SavedAutomation & { readonly definition?: Definition | null },
  sent: DraftDefinition = NOTHING,
): Editable {
  return { automation, draft: automation.draft ?? automation.definition ?? sent }
}

/** All that is typed. */
export interface Written {
  readonly trigger: Trigger | null
  readonly conditions: readonly ConditionItem[]
  readonly actions: readonly Action[]
  /** Null: the name that is proposed. */
  readonly name: string | null
  readonly tell: readonly string[]
}

export interface KeepRequest {
  readonly written: Written
  /** Null: it is to be added. */
  readonly automation: Automation | null
  /** Stays the same for each try of one addition. */
  readonly key: string
}

export interface PublishRequest {
  readonly id: string
  readonly revision: number
  readonly why: string
  readonly waiting: 'finish' | 'stop'
}

export interface TryRequest {
  readonly definition: Definition
  readonly automationId: string | null
}

/** The server's answers about the definition. */
export interface Tried {
  readonly findings: readonly Finding[]
  /** One patient from start to end; null if no patient is there to try it on. */
  readonly example: { readonly patientName: string | null; readonly walk: AutomationWalk } | null
}

export interface WizardContext {
  readonly newId: () => string
  /** The person who writes a new automation, and is told when it fails. */
  readonly authorId: string | null
  readonly written: Written
  /** The values that are being saved. */
  readonly sent: Written | null
  /** Null while it was never saved. */
  readonly automation: Automation | null
  /** Nothing was changed since it was saved. */
  readonly isKept: boolean
  readonly isRemoved: boolean
  /** The values that "Start over" took away. */
  readonly former: { readonly written: Written; readonly step: StepNumber } | null
  /** From the first refused step on, the fields show their problems. */
  readonly isTried: boolean
  readonly error: unknown
  readonly theirs: Editable | null
  readonly tried: Tried | null
  readonly tryError: unknown
  /** "Turn on now" */
  readonly turnsOn: boolean
  /** The wizard ends with the save that is asked for. */
  readonly isLast: boolean
  readonly publishError: unknown
  readonly request: Pick<PublishRequest, 'why' | 'waiting'> | null
  readonly key: string
  readonly finished: 'saved' | 'turned on' | null
}

export type WizardEvent =
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'go'; step: StepNumber }
  | { type: 'changed'; values: Partial<Written> }
  | { type: 'startOver' }
  | { type: 'undoStartOver' }
  | { type: 'turnOn'; on: boolean }
  | { type: 'save' }
  | { type: 'told'; theirs: Editable }
  /** A save found a newer revision while the version was to be published. */
  | { type: 'overtaken'; theirs: Editable }
  | { type: 'removed' }
  | { type: 'saveAsNew' }
  /** The connection is back. */
  | { type: 'retry' }
  | { type: 'seeTheirs' }
  | { type: 'keepMine' }
  | { type: 'tryAgain' }
  | { type: 'publish' }
  | { type: 'confirm'; why: string; waiting: 'finish' | 'stop' }
  | { type: 'cancel' }

export interface WizardInput {
  readonly newId: () => string
  readonly authorId: string | null
  /** The draft of a new automation, or a saved one. */
  readonly draft: DraftDefinition
  readonly automation: Automation | null
}

export function unwritten({ authorId }: Pick<WizardInput, 'authorId'>): Written {
  return { ...NOTHING, name: null, tell: authorId === null ? [] : [authorId] }
}

/** The part of what is written that the server judges. */
export function definitionOf({ trigger, conditions, actions }: Written): DraftDefinition {
  return { trigger, conditions, actions }
}

export function beginContext({ newId, authorId, draft, automation }: WizardInput): WizardContext {
  const named = automation === null ? {} : { name: automation.name, tell: automation.tell }
  return {
    ...{ newId, authorId, automation, key: newId() },
    written: { ...unwritten({ authorId }), ...draft, ...named },
    ...{ sent: null, isKept: automation !== null, isRemoved: false, former: null, isTried: false, error: null },
    ...{ theirs: null, tried: null, tryError: null, turnsOn: true, isLast: false, publishError: null },
    ...{ request: null, finished: null },
  }
}

/** The first step that keeps the wizard from this one; null if it may be shown. */
export function barredBy({ written }: Pick<WizardContext, 'written'>, step: StepNumber): 1 | 2 | 3 | null {
  const before = ([1, 2, 3] as const).filter((one) => one < step)
  return before.find((one) => Object.keys(problemsOfStep(written, one)).length > 0) ?? null
}

export function isSavable(written: Written): boolean {
  return isWhole(written) && nameProblem(written.name) === undefined
}

export function isReady({ written, tried }: Pick<WizardContext, 'written' | 'tried'>): boolean {
  return isSavable(written) && !barsPublishing(tried?.findings ?? [])
}

/** It is saved by itself while it is whole; a half one stays in this tab. */
export function savesItself({ automation, isKept, isRemoved, written }: WizardContext): boolean {
  return automation !== null && !isKept && !isRemoved && isSavable(written)
}

/** The wizard shows an automation as it is stored. */
export function shownOf({ automation, draft }: Editable): Partial<WizardContext> {
  return {
    ...{ automation, written: { ...draft, name: automation.name, tell: automation.tell } },
    ...{ isKept: true, theirs: null, error: null },
  }
}
