// Tabs as the ARIA practices have them: one is in the order of Tab, arrows lead to the others.

import { byId } from './elements.js';

export function tabs(list, onShow) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const panels = [...new Set(all.map((tab) => byId(tab.getAttribute('aria-controls'))))];

  function show(tab) {
    for (const other of all) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    const panel = byId(tab.getAttribute('aria-controls'));
    panel.setAttribute('aria-labelledby', tab.id);
    for (const other of panels) {
      other.hidden = other !== panel;
    }
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    onShow(tab.id.replace('tab-', ''));
  }

  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) {
      show(tab);
    }
  });
  list.addEventListener('keydown', (event) => {
    const at = all.indexOf(document.activeElement);
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 };
    if (at < 0 || !(event.key in steps)) {
      return;
    }
    event.preventDefault();
    const next = all[(steps[event.key] + all.length) % all.length];
    show(next);
    next.focus();
  });
  return { show: (name) => show(byId(`tab-${name}`)) };
}
