import { useSelector } from '@xstate/react'
import { FileText, RotateCw, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { faxFailure } from './fax-failure.rules.ts'
import type { FaxFormActor } from './fax-form.machine.ts'
import { pagesWords } from './fax-form.rules.ts'
import { FaxPages } from './fax-pages.tsx'

interface PreviewProps {
  actor: FaxFormActor
  organizationId: string
}

/** The pages as the other machine prints them. The last ones stay while new ones are drawn. */
export function PreviewRegion({ actor, organizationId }: PreviewProps) {
  const { preview, previewError, values } = useSelector(actor, ({ context }) => context)
  const isDrawing = useSelector(actor, (state) => state.matches({ editing: 'previewing' }))
  const isOpening = useSelector(actor, (state) => state.matches('opening') || state.matches('unopened'))
  const title = useId()
  return (
    <section aria-labelledby={title} className="min-w-0">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id={title} className="text-md font-semibold tracking-tight">
          Preview
        </h2>
        {preview !== null && <span className="text-sm text-muted">{pagesWords(preview.pages)}</span>}
        <span role="status" className="ml-auto flex items-center gap-1.5 text-sm text-muted">
          {isDrawing && (
            <>
              <Spinner /> Drawing the pages
            </>
          )}
        </span>
      </div>
      {values.file === null && !isOpening && (
        <div className="mt-2 flex flex-col items-center rounded-lg border border-dashed border-line px-6 py-12 text-center">
          <FileText aria-hidden size={26} strokeWidth={1.5} className="mb-3 text-muted" />
          <p className="text-sm text-muted">Choose a file to see the pages that the other machine will print.</p>
        </div>
      )}
      {previewError !== null && (
        <div role="alert" className="mt-2 rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm">
          <p className="wrap-anywhere text-bad-text">{faxFailure(previewError)}</p>
          <Button size="sm" icon={RotateCw} className="mt-2" onClick={() => actor.send({ type: 'draw' })}>
            Draw again
          </Button>
        </div>
      )}
      {preview !== null && preview.warnings.length > 0 && (
        <ul className="mt-2 space-y-1 text-sm">
          {preview.warnings.map(({ message }) => (
            <li key={message} className="flex items-start gap-1.5">
              <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-muted" />
              {message}
            </li>
          ))}
        </ul>
      )}
      {preview !== null && (
        <div className="mt-3" aria-busy={isDrawing || undefined}>
          <FaxPages of={{ previewId: preview.previewId }} count={preview.pages} organizationId={organizationId} />
        </div>
      )}
    </section>
  )
}
