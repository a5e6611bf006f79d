import { type ReactNode, useId } from 'react'

interface EditorSectionProps {
  title: string
  /** The question that the section answers. */
  detail: string
  /** Below the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the editor: its title at the side, or above on narrow windows. */
export function EditorSection({ title, detail, aside, children }: EditorSectionProps) {
  const id = useId()
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
