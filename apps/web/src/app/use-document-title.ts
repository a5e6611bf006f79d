import { useEffect } from 'react'

/** "(12) Inbox": what a person looks for among many tabs. */
export function useDocumentTitle(title: string, unread: number): void {
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  }, [title, unread])
}
