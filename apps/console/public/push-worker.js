/* Shows what the server tells this browser while no page is open, and leads to what it is about. It answers no request and keeps no page. */
const readable = (data) => {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
};
const text = (value) => (typeof value === 'string' ? value : '');

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = readable(event.data);
  // A browser takes its permission back from whoever shows nothing.
  const shown = { body: text(body), tag: text(tag), icon: '/mpc/icon.svg', data: { url: text(url) } };
  event.waitUntil(self.registration.showNotification(text(title) || 'Holdfast', shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = text(event.notification.data?.url);
  event.waitUntil(self.clients.openWindow(/^https?:\/\//.test(url) ? url : '/mpc/wallet?d=notices'));
});
