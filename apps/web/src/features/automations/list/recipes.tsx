import { ChevronRight, Workflow } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useApp } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { beginAutomation } from '../new-automation.ts'
import { useCatalog } from '../use-catalog.ts'

/** The empty list: rules that clinics begin with. Each opens in the wizard, and nothing is on before somebody turns it on. */
export function Recipes({ organizationId, create }: { organizationId: string; create: React.ReactNode }) {
  const app = useApp()
  const navigate = useNavigate()
  const { data } = useCatalog(organizationId)
  return (
    <>
      <Note
        icon={Workflow}
        title="No automations yet"
        detail="An automation does one small thing by itself: when this happens, for these patients, do that."
      >
        {create}
      </Note>
      {data !== undefined && data.recipes.length > 0 && (
        <section aria-labelledby="recipes" className="border-t border-line px-4 py-4 md:px-5">
          <h2 id="recipes" className="mb-2 text-sm font-semibold">
            Begin with one of these
          </h2>
          <ul aria-label="Recipes" className="grid gap-2 md:grid-cols-2">
            {data.recipes.map(({ key, name, sentence, definition }) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    beginAutomation(app, { activeStep: 4, ...JSON.parse(JSON.stringify(definition)) })
                    void navigate('/automations/new')
                  }}
                  className="flex size-full items-center gap-3 rounded-lg border border-line-strong bg-raised p-3 text-left hover:bg-hover"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block text-sm font-semibold">{name}</span>
                    <span className="block text-xs wrap-anywhere text-muted">{sentence}</span>
                  </span>
                  <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
