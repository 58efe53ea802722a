// Elements of the page. Text becomes text: nothing here, or anywhere on the page, makes markup of a
// string, whatever a program, a comment or the name of a file contains.

/** `element('p', { class: 'quiet' }, 'text', child)` */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for parts of a figure. */
export function figure(name, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ''));
  return made;
}

/** A button that leads to a line of the program. */
export function lineButton(line, go) {
  return line ? element('button', { type: 'button', class: 'line', click: () => go(line) }, `line ${line}`) : undefined;
}

export const byId = (id) => document.getElementById(id);
