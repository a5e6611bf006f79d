import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isPicture } from '../../../lib/files.rules.ts'

/** The picture in the file, or the sign of a document. */
export function FileThumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isPicture(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url !== null)
    return <img src={url} alt="" onError={() => setUrl(null)} className="size-10 shrink-0 rounded-sm object-cover" />
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
      <FileText aria-hidden size={18} strokeWidth={1.5} />
    </span>
  )
}
