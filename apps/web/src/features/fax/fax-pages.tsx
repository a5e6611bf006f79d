import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useBlobUrl } from '../../parts/files/use-blob-url.ts'
import { Button } from '../../ui/button.tsx'

type Of = { readonly previewId: string } | { readonly faxId: string }

interface FaxPagesProps {
  of: Of
  count: number
  organizationId: string
}

/** A long fax shows its first pages until more are asked for. */
const FIRST = 6

/** Pages side by side, each as a picture of black dots on white, also in the dark theme: so the paper looks. */
export function FaxPages({ of, count, organizationId }: FaxPagesProps) {
  const [most, setMost] = useState(FIRST)
  const shown = Math.min(count, most)
  return (
    <>
      <ol aria-label="Pages" className="grid grid-cols-2 gap-3 xl:grid-cols-3">
        {Array.from({ length: shown }, (_, index) => (
          <li key={index}>
            <PagePicture of={of} page={index + 1} organizationId={organizationId} />
          </li>
        ))}
      </ol>
      {shown < count && (
        <Button size="sm" className="mt-3" onClick={() => setMost(most + 4 * FIRST)}>
          {`Show more of the ${count} pages`}
        </Button>
      )}
    </>
  )
}

function PagePicture({ of, page, organizationId }: { of: Of; page: number; organizationId: string }) {
  const query = new URLSearchParams({ organizationId, ...of, page: String(page) })
  const { state, url, retry } = useBlobUrl(`/api/campaign/fax/page?${query}`, 'faxPage')
  return (
    <figure>
      <div className="grid aspect-[17/22] w-full place-items-center overflow-hidden rounded-sm border border-line bg-white">
        {state === 'ready' && <img src={url} alt={`Page ${page}`} className="size-full object-contain" />}
        {state === 'failed' && (
          <Button size="sm" icon={RotateCw} aria-label={`Load page ${page} again`} onClick={retry}>
            Load again
          </Button>
        )}
      </div>
      <figcaption className="num mt-1 text-center text-xs text-muted">{page}</figcaption>
    </figure>
  )
}
