import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSaves } from './use-versions.ts'

interface SavesProps {
  organizationId: string
  flowId: string
  timezone: string
  /** The revision of the draft. */
  revision: number
  onOpen: (revision: number) => void
}

/** The last saves of the draft: what a colleague saved is found here after another draft took its place. */
export function Saves({ organizationId, flowId, timezone, revision, onOpen }: SavesProps) {
  const saves = useSaves({ organizationId, flowId, revision })
  const now = useNow(useServices().clock)
  const nameOf = useStaffName()
  return (
    <Section title="Saves" flush>
      <QueryState query={saves} what="The saves" rows={3}>
        {(all) => (
          <ol
            aria-label="Saves of the draft"
            reversed
            className="scrollbar-quiet max-h-96 divide-y divide-line overflow-y-auto border-t border-line"
          >
            {all.map(({ revision: number, at, by }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm md:px-5">
                <p className="min-w-0 flex-1 basis-60">
                  <span className="font-medium">{`Save ${number}`}</span>
                  {number === revision && <span className="ml-2 text-xs font-medium text-ok-text">The draft</span>}
                  <span className="num ml-2 text-xs text-muted wrap-anywhere">
                    {momentLabel(at, now, timezone)}
                    {by !== null && ` · by ${nameOf(by._id, by.name)}`}
                  </span>
                </p>
                {number !== revision && (
                  <Button size="sm" aria-label={`Open as draft: save ${number}`} onClick={() => onOpen(number)}>
                    Open as draft
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Section>
  )
}
