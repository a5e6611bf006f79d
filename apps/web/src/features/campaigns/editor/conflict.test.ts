import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { draft } from './campaign-draft.suite.ts'
import { campaignEditorMachine } from './campaign-editor.machine.ts'
import type { CountBody } from './draft.rules.ts'
import { type KeepRequest, NewerCampaign } from './editor-memory.ts'
import { SAVE_PAUSE_MS } from './editor-setup.ts'
import { conflictWords } from './ending.rules.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const by = 'Dana'

test.each([
  ['draft', { revision: 5 }, 'Dana saved a newer version.'],
  ['scheduled', { revision: 5, status: 'scheduled' }, 'Dana saved a newer version.'],
  ['draft', { revision: 5, status: 'scheduled' }, 'Dana saved a newer version. It is scheduled now.'],
  ['scheduled', { revision: 5, status: 'paused' }, 'Dana saved a newer version. It was launched and is paused.'],
  ['scheduled', { revision: 5, status: 'draft' }, 'Dana saved a newer version. It is a draft again.'],
  ['draft', { status: 'scheduled' }, 'Somebody scheduled it meanwhile.'],
  ['scheduled', { status: 'draft' }, 'Somebody changed it meanwhile. It is a draft again.'],
] as const)('conflictWords names the status when a %s campaign has become %o: %s', (known, theirs, words) => {
  expect(conflictWords({ ...draft, status: known }, { ...draft, ...theirs }, by)).toBe(words)
})

/** An editor with typed words. The answers of its saves are refusals with these campaigns, then none. */
function typing(known: Partial<CampaignDetail>, ...refusals: CampaignDetail[]) {
  const kept: KeepRequest[] = []
  const machine = campaignEditorMachine.provide({
    actors: {
      keep: fromPromise<CampaignDetail, KeepRequest>(({ input }) => {
        kept.push(input)
        const theirs = refusals.shift()
        return theirs ? Promise.reject(new NewerCampaign(theirs)) : new Promise(() => undefined)
      }),
      count: fromPromise<CountedAudience, CountBody>(() => new Promise(() => undefined)),
    },
  })
  const here = () => ({ now: new Date('2026-11-19T15:16:00Z'), timezone: 'America/Chicago' })
  const actor = createActor(machine, { input: { newId: () => 'id', here, isNew: false } }).start()
  const tell = (facts: Partial<CampaignDetail>) => actor.send({ type: 'told', campaign: { ...draft, ...facts } })
  tell(known)
  actor.send({ type: 'changed', values: { name: 'Mine' } })
  const now = () => {
    const { context, value } = actor.getSnapshot()
    const { keeping } = (value as { editing: { keeping: string } }).editing
    return [keeping, context.theirs && conflictWords(context.saved, context.theirs, by)]
  }
  return { actor, kept, tell, now }
}

test('editor says in a conflict that a colleague schedules the newer version meanwhile', () => {
  const editor = typing({})
  editor.tell({ revision: 5, version: 9 })
  expect(editor.now()).toEqual(['conflict', 'Dana saved a newer version.'])
  editor.tell({ revision: 5, version: 10, status: 'scheduled' })
  expect(editor.now()).toEqual(['conflict', 'Dana saved a newer version. It is scheduled now.'])
})

const scheduled = { ...draft, status: 'scheduled' as const, version: 9 }

test('editor goes on saying that a colleague scheduled the campaign when the event comes after the refusal', async () => {
  const editor = typing({}, scheduled)
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell(scheduled)
  expect(editor.now()).toEqual(['conflict', 'Somebody scheduled it meanwhile.'])
  editor.tell({ status: 'scheduled', revision: 5, version: 10 })
  expect(editor.now()).toEqual(['conflict', 'Dana saved a newer version. It is scheduled now.'])
})

test('editor asks no more, and saves by itself, when a colleague unschedules the draft that it knew', async () => {
  const editor = typing({}, scheduled)
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell({ version: 10 })
  expect(editor.now()).toEqual(['dirty', null])
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.kept[1]).toMatchObject({ draft: { name: 'Mine' }, saved: { status: 'draft', version: 10 } })
})

test('editor saves for the newest status when its words are kept after several changes of the status', async () => {
  const editor = typing({ status: 'scheduled' }, { ...draft, version: 9 })
  editor.actor.send({ type: 'save' })
  await vi.advanceTimersByTimeAsync(0)
  expect(editor.now()).toEqual(['conflict', 'Somebody changed it meanwhile. It is a draft again.'])
  editor.tell({ version: 10, status: 'paused' })
  editor.tell({ version: 9 })
  expect(editor.now()).toEqual(['conflict', 'Somebody changed it meanwhile. It was launched and is paused.'])
  editor.actor.send({ type: 'keepMine' })
  expect(editor.kept[1]?.saved).toMatchObject({ status: 'paused', version: 10 })
})
