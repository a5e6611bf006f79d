import type { ReactNode } from 'react'
import type { UploadKind } from './upload-kinds.rules.ts'
import { ICONS } from './uploads-frame.tsx'

/** The name of a kind and its purpose, with links beside them. */
export function KindHead({ kind: { slug, label, lead }, children }: { kind: UploadKind; children?: ReactNode }) {
  const Icon = ICONS[slug]
  return (
    <header className="flex flex-wrap items-center gap-3 max-md:px-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-ok text-ok-text">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-md font-semibold tracking-tight">{label}</h2>
        <p className="text-sm text-muted">{lead}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  )
}

/** A sheet with a heading, for one part of the page. */
export function Card({ label, head, children }: { label: string; head?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={label} className="border-line bg-surface max-md:border-y md:rounded-lg md:border">
      {head && <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">{head}</div>}
      {children}
    </section>
  )
}
