/** Puts the chat on a clinic's page: <script src=".../chat/embed.js" data-organization="..." async></script> */
;(() => {
  const script = document.currentScript
  const organization = script?.dataset.organization
  if (!organization || document.getElementById('foyer-chat')) return
  const { origin } = new URL(script.src)
  const label = script.dataset.label ?? 'Chat with us'
  const narrow = matchMedia('(max-width: 480px)')
  let unread = 0
  let isOpen = false
  let isLoaded = false

  // Set one by one: a page's policy may forbid styles that are written as text.
  const style = (target, rules) => Object.assign(target.style, rules)

  const button = document.createElement('button')
  button.type = 'button'
  button.id = 'foyer-chat'
  button.setAttribute('aria-controls', 'foyer-chat-frame')
  style(button, {
    position: 'fixed',
    right: '16px',
    bottom: '16px',
    zIndex: '2147483000',
    minHeight: '44px',
    padding: '0 20px',
    border: '1px solid transparent',
    borderRadius: '22px',
    background: '#0b5f73',
    color: '#ffffff',
    font: '500 16px/1.2 Roboto, system-ui, sans-serif',
    cursor: 'pointer',
    boxShadow: '0 4px 16px rgb(0 0 0 / 0.2)',
  })

  const frame = document.createElement('iframe')
  frame.id = 'foyer-chat-frame'
  frame.title = label

  const tell = () => {
    if (isLoaded) frame.contentWindow?.postMessage({ foyerChat: { open: isOpen } }, origin)
  }

  function draw() {
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? 'Close chat' : unread > 0 ? `${label} (${unread} new)` : label
    // Over the whole of a small screen the frame's own button closes.
    button.style.display = isOpen && narrow.matches ? 'none' : 'block'
    const whole = { inset: '0', width: '100%', height: '100%', borderRadius: '0' }
    const corner = {
      inset: 'auto 16px 76px auto',
      width: '376px',
      height: 'min(600px, calc(100dvh - 100px))',
      borderRadius: '12px',
    }
    style(frame, {
      position: 'fixed',
      zIndex: '2147483000',
      border: '0',
      boxShadow: '0 8px 32px rgb(0 0 0 / 0.25)',
      display: isOpen ? 'block' : 'none',
      ...(narrow.matches ? whole : corner),
    })
  }

  function set(open) {
    isOpen = open
    // Loaded with the first wish to chat: a page that nobody chats on asks nothing of anybody.
    if (open && !frame.src) {
      const page = script.dataset.page ?? location.pathname
      frame.src = `${origin}/chat/${encodeURIComponent(organization)}?page=${encodeURIComponent(page)}`
      document.body.append(frame)
    }
    draw()
    tell()
    if (!open) button.focus()
  }

  button.addEventListener('click', () => set(!isOpen))
  frame.addEventListener('load', () => {
    isLoaded = true
    tell()
  })
  narrow.addEventListener('change', draw)
  window.addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== frame.contentWindow || sender !== origin) return
    const said = data?.foyerChat
    if (said?.close === true && isOpen) set(false)
    if (Number.isInteger(said?.unread) && said.unread !== unread) {
      unread = said.unread
      draw()
    }
  })

  draw()
  document.body.append(button)
})()
