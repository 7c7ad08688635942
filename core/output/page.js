/* SPDX-FileCopyrightText: 2026 The Tileline authors
   SPDX-License-Identifier: GPL-3.0-or-later */
"use strict";

// Turns the headings of the tables into buttons that sort. Everything can be read without this script.

function valueOf(row, column, isText) {
    const text = row.cells[column].textContent;
    if (isText) {
        return text;
    }
    const number = Number.parseFloat(text.replaceAll(",", ""));
    return Number.isNaN(number) ? "" : number;
}

// Empty cells come last in both directions.
function sort(table, heading) {
    const column = heading.cellIndex;
    const isText = heading.classList.contains("t");
    const before = heading.getAttribute("aria-sort");
    const ascending = before === null ? isText : before === "descending";
    const rows = Array.from(table.tBodies[0].rows, row => ({row, value: valueOf(row, column, isText)}));
    const compare = isText ? new Intl.Collator("en", {numeric: true}).compare : (a, b) => a - b;
    rows.sort((a, b) => {
        if (a.value === "" || b.value === "") {
            return (a.value === "" ? 1 : 0) - (b.value === "" ? 1 : 0);
        }
        return ascending ? compare(a.value, b.value) : compare(b.value, a.value);
    });
    for (const other of heading.parentNode.cells) {
        other.removeAttribute("aria-sort");
    }
    heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    table.tBodies[0].append(...rows.map(each => each.row));
}

for (const table of document.querySelectorAll("table.sorts")) {
    for (const heading of table.tHead.rows[0].cells) {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...heading.childNodes);
        button.addEventListener("click", () => sort(table, heading));
        heading.append(button);
    }
}
