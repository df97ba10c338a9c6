/**
 * Lets the frame that speaks to the API know how the payer goes on. It stands beside this page, is of this origin, and its name is that of
 * this page's own frame, and to no other.
 */
const tell = `
const tell = (what) => {
  const wanted = window.name.replace(/-challenge$/, '');
  for (let place = 0; place < parent.length; place += 1) {
    try {
      if (parent[place].name === wanted) parent[place].postMessage({ florin: 'tell', name: what, data: null }, location.origin);
    } catch {
      // A foreign frame.
    }
  }
};
addEventListener('keydown', ({ key }) => { if (key === 'Escape') tell('leave'); });
`;

/** What the authentication of a card says while it is asked for in a dialog: Escape leaves it. */
export const asking_script = tell;

/** What it says when it has been answered. */
export const answered_script = `${tell}tell('done');\n`;
