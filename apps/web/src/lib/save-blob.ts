/** Saves as a download and never opens as a page, because a file from a patient must not run here. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveAs(url, name)
  // The browser has begun to read the data, so the page need not keep it for long.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a URL as a file under a name. */
export function saveAs(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
