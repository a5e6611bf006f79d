import { Button } from '../../ui/button.tsx'

/** A part of what a form edits, as someone else saved it. */
export interface ChangedPart {
  readonly title: string
  readonly now: string
}

interface ConflictNoticeProps {
  /** "these settings" */
  what: string
  changed: readonly ChangedPart[]
  onTheirs: () => void
  onMine: () => void
}

/** Someone else saved meanwhile: says what changed and keeps what was typed. */
export function ConflictNotice({ what, changed, onTheirs, onMine }: ConflictNoticeProps) {
  return (
    <div role="alert" className="rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text">
      <p>
        {`Someone else changed ${what} while you were editing. Nothing was saved, and what you entered is still here.`}
      </p>
      {changed.length > 0 && (
        <section
          aria-label="Changed by someone else"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
          tabIndex={0}
          className="scrollbar-quiet mt-2 max-h-40 overflow-y-auto"
        >
          <dl className="space-y-1">
            {changed.map(({ title, now }) => (
              <div key={title}>
                <dt className="inline font-semibold">{title}: </dt>
                <dd dir="auto" className="inline whitespace-pre-wrap wrap-anywhere">
                  {now}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onTheirs}>
          Load theirs
        </Button>
        <Button size="sm" kind="ghost" onClick={onMine}>
          Keep mine, then save
        </Button>
      </div>
    </div>
  )
}
