/** Changes of templates, each with its event. */
import { templateChanged } from '@foyer/contracts/campaign/campaign-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { launchedAt } from './runs.rules.ts'
import { type TemplateState, templateOf } from './template-state.rules.ts'
import { deleteTemplate, saveTemplate } from './templates.store.ts'

/** The template is new or changed. The caller has locked it. */
export function stageTemplate(
  tx: Tx,
  state: TemplateState,
  timezone: string,
): { readonly change: Change; saved(): TemplateState } {
  const dueAt = state.nextRunAt && launchedAt(state.nextRunAt, timezone)
  let saved: TemplateState | undefined
  return {
    change: {
      record({ seq: version }) {
        saved = { ...state, version }
        saveTemplate(tx, saved, dueAt)
        return newEvent(templateChanged, templateOf(saved))
      },
    },
    saved() {
      if (!saved) throw new Error('The event of a template was not appended.')
      return saved
    },
  }
}

export function stageDeletion(tx: Tx, state: TemplateState): Change {
  const { organizationId, _id: templateId } = state
  return {
    record({ seq: version }) {
      deleteTemplate(tx, { organizationId, templateId })
      return newEvent(templateChanged, templateOf({ ...state, active: false, nextRunAt: null, version }, true))
    },
  }
}
