import { clsx } from 'clsx'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** The state of a section that opens and closes. */
export interface Fold {
  readonly isOpen: boolean
  /** One line that says what is set in it. */
  readonly summary: string
  /** Something in it keeps the campaign from its launch. */
  readonly isWrong: boolean
  readonly onToggle: () => void
}

interface EditorSectionProps {
  title: string
  /** The question that the section answers. */
  detail: string
  /** Below the title. */
  aside?: ReactNode
  /** Undefined where sections are always open. */
  fold: Fold | undefined
  children: ReactNode
}

/** A section of the editor: its title at the side, or above on narrow windows. On phones it folds. */
export function EditorSection({ title, detail, aside, fold, children }: EditorSectionProps) {
  const id = useId()
  if (fold !== undefined)
    return (
      <FoldingSection {...{ title, fold }}>
        {aside !== undefined && <div className="mb-3">{aside}</div>}
        {children}
      </FoldingSection>
    )
  return (
    <section aria-labelledby={id} className="grid gap-x-6 gap-y-3 px-4 py-5 md:px-5 lg:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 id={id} className="text-md font-semibold tracking-tight">
          {title}
        </h2>
        <p className="text-sm text-muted">{detail}</p>
        {aside !== undefined && <div className="mt-2">{aside}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function FoldingSection({ title, fold, children }: { title: string; fold: Fold; children: ReactNode }) {
  const { isOpen, summary, isWrong, onToggle } = fold
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="relative flex min-h-14 items-center gap-3 px-4 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-md font-semibold tracking-tight">
            <button
              type="button"
              id={id}
              aria-expanded={isOpen}
              aria-controls={`${id}-body`}
              aria-describedby={`${id}-summary`}
              onClick={onToggle}
              className="text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {title}
            </button>
          </h2>
          <div id={`${id}-summary`} className={clsx('text-sm', isOpen && 'sr-only')}>
            {isWrong && (
              <p className="flex items-center gap-1.5 font-medium text-bad-text">
                <CircleAlert aria-hidden size={15} className="shrink-0" />
                Something here is missing or wrong
              </p>
            )}
            <p className="line-clamp-2 wrap-anywhere text-muted">{summary}</p>
          </div>
        </div>
        <ChevronDown
          aria-hidden
          size={18}
          className={clsx(
            'shrink-0 text-muted transition-transform duration-(--duration-hover)',
            isOpen && 'rotate-180',
          )}
        />
      </div>
      <div id={`${id}-body`} hidden={!isOpen} className="px-4 pt-1 pb-5">
        {children}
      </div>
    </section>
  )
}
