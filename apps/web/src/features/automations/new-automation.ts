import type { AppState } from '../../state/app-state.ts'
import { initialContext, type MainContext } from '../../state/main-context.rules.ts'
import { notifyUndo } from '../../ui/notify.tsx'

/** [STATE-34] Step 1 with no trigger, conditions or actions. */
export const NO_AUTOMATION: MainContext['automation'] = initialContext().automation

/** The one new automation begins anew; for eight seconds what was written comes back by undo. */
export function beginAutomation(app: AppState, begun: MainContext['automation'] = NO_AUTOMATION): void {
  const former: MainContext['automation'] = JSON.parse(JSON.stringify(app.mainContext.automation))
  const { trigger, conditions, actions } = former
  app.mainContext.automation = JSON.parse(JSON.stringify(begun))
  if (trigger === null && conditions.length === 0 && actions.length === 0) return
  notifyUndo('The former draft was put away', () => {
    app.mainContext.automation = former
  })
}
