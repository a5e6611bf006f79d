/** Runs the selection of the list: it follows the rows, and its results go to the list and to the notices. */
import { createActor, fromPromise } from 'xstate'
import { failureTitle } from '../../../parts/failure-message.rules.ts'
import { type ActionDependencies, sendToList, undoOnce } from '../conversation-actions.actors.ts'
import type { BulkAction, BulkResult } from './bulk.rules.ts'
import { isListed } from './list-placement.rules.ts'
import { type BulkRequest, type SelectionActor, selectionMachine } from './selection.machine.ts'

/** Loaded on demand, because nobody needs the rules before something is selected. */
const rules = () => import('./bulk.rules.ts')

export function startSelection(parts: ActionDependencies): { selection: SelectionActor; stop: () => void } {
  const { list, notify } = parts
  const selection = createActor(selectionMachine.provide({ actors: { apply: apply(parts) } }))
  selection.on('applied', ({ action, result }) => {
    for (const conversation of result.changed) {
      sendToList(list, { type: 'conversation.read', epoch: result.epoch, conversation })
    }
    void say(action, result)
  })
  selection.on('refused', ({ error }) => notify({ kind: 'error', text: failureTitle(error) }))

  async function say(action: BulkAction, result: BulkResult) {
    const { undoIds, changed } = result
    const { bulkDoneWords } = await rules()
    notify({
      kind: changed.length === 0 ? 'error' : 'success',
      text: bulkDoneWords(action, result),
      ...(undoIds.length === 0 ? {} : { undo: undoOnce(parts, undoIds) }),
    })
  }

  let rows = list.getSnapshot().context.rows
  const link = list.subscribe(({ context }) => {
    if (context.rows === rows) return
    rows = context.rows
    const shown = rows.map(({ conversation }) => conversation.id)
    // Conversations whose rows are unloaded stay selected as long as they belong to the list.
    const letGo = [...pinned].filter((id) => isListed(context, id))
    selection.send({ type: 'rows.changed', order: [...shown, ...letGo] })
  })
  let pinned: ReadonlySet<string> = new Set()
  selection.subscribe(({ context: { ids } }) => {
    if (ids === pinned || (ids.size === 0 && pinned.size === 0)) return
    pinned = ids
    sendToList(list, { type: 'rows.pinned', ids })
  })
  selection.start()
  const stop = () => {
    link.unsubscribe()
    selection.stop()
  }
  return { selection, stop }
}

/** Makes one call after another. The results of the first calls count even when a later one fails. */
function apply({ api, organizationId, newId }: ActionDependencies) {
  return fromPromise<BulkResult, BulkRequest>(async ({ input: { ids, action } }) => {
    const { inPortions } = await rules()
    const portions = inPortions(ids)
    let result: BulkResult | undefined
    for (const [turn, conversationIds] of portions.entries()) {
      const before: BulkResult | undefined = result
      try {
        const body = { organizationId, conversationIds, action }
        const { data, epoch } = await api('bulkChange', { body, idempotencyKey: newId() })
        const { changed, skipped, undoId } = data
        const skippedFor = (reason: (typeof skipped)[number]['reason']) =>
          skipped.filter((one) => one.reason === reason).length
        result = {
          epoch,
          changed: [...(before?.changed ?? []), ...changed],
          unchanged: (before?.unchanged ?? 0) + skippedFor('unchanged'),
          notFound: (before?.notFound ?? 0) + skippedFor('not_found'),
          resolved: (before?.resolved ?? 0) + skippedFor('resolved'),
          undoIds: [...(before?.undoIds ?? []), ...(undoId === null ? [] : [undoId])],
          failed: null,
        }
      } catch (error) {
        if (before === undefined) throw error
        return { ...before, failed: { ids: portions.slice(turn).flat(), error } }
      }
    }
    if (result === undefined) throw new Error('Nothing was selected')
    return result
  })
}
