import { useEffect } from 'react'

/** Sets "(12) Inbox", so that a person finds the tab among many. */
export function useDocumentTitle(title: string, unread: number): void {
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  }, [title, unread])
}
