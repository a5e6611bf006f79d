import type { ReactNode } from 'react'

interface PanelSectionProps {
  title: string
  /** The action of the section, beside the title. */
  end?: ReactNode
  children: ReactNode
}

export function PanelSection({ title, end, children }: PanelSectionProps) {
  return (
    <section className="border-b border-line px-4 py-3 text-sm">
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <h3 className="text-xs font-semibold text-muted">{title}</h3>
        {end}
      </div>
      {children}
    </section>
  )
}
