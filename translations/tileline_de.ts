<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Columns</name>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Layer found by</source>
        <translation>Layer gefunden durch</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Split</translation>
    </message>
    <message>
        <source>Before layer</source>
        <translation>Vor Layer</translation>
    </message>
    <message>
        <source>Sent forward</source>
        <extracomment>columns of a table with a row per split: bytes of activations sent on, and of gradients sent back</extracomment>
        <translation>Vorwärts gesendet</translation>
    </message>
    <message>
        <source>Sent back</source>
        <translation>Zurück gesendet</translation>
    </message>
    <message>
        <source>Used on both sides</source>
        <extracomment>column of bytes in a table with a row for each split</extracomment>
        <translation>Beidseits benutzt</translation>
    </message>
    <message>
        <source>Passed forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Passed back</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Source</source>
        <extracomment>file and line of the user&apos;s program
----------
file and line of the program&apos;s source
----------
column: file and line of the user&apos;s program</extracomment>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>First operation</source>
        <translation>Erste Operation</translation>
    </message>
    <message>
        <source>Always live</source>
        <translation>Immer live</translation>
    </message>
    <message>
        <source>Type</source>
        <extracomment>type of the elements of a tensor, such as HALF</extracomment>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Shape</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Parts</source>
        <extracomment>the number of lowered variables into which a variable was cut</extracomment>
        <translation>Teile</translation>
    </message>
    <message>
        <source>In step %1</source>
        <translation>In Schritt %1</translation>
    </message>
    <message>
        <source>Change</source>
        <extracomment>the bytes of a variable in the second of two steps, minus those in the first</extracomment>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Role</source>
        <extracomment>the purpose of bytes: weights, gradients, ...
----------
column: the purpose of bytes: weights, gradients, ...</extracomment>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>All tiles</source>
        <translation>Alle Tiles</translation>
    </message>
    <message>
        <source>Fullest tile</source>
        <translation>Vollstes Tile</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Copies</source>
        <extracomment>how many copies of a variable a pipeline keeps
----------
column: the number of copies of a variable that a pipeline keeps</extracomment>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Vertex</source>
        <translation>Vertex</translation>
    </message>
    <message>
        <source>Instances</source>
        <extracomment>how many vertices of a type are on a tile</extracomment>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>State</source>
        <extracomment>bytes of vertex state</extracomment>
        <translation>State</translation>
    </message>
    <message>
        <source>Code</source>
        <extracomment>bytes of vertex code
----------
bytes of exchange code</extracomment>
        <translation>Code</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Control code</source>
        <translation>Control-Code</translation>
    </message>
    <message>
        <source>Exchange code</source>
        <translation>Exchange-Code</translation>
    </message>
    <message>
        <source>Lowered variables</source>
        <translation>Lowered-Variablen</translation>
    </message>
    <message>
        <source>Estimated</source>
        <extracomment>titles of columns with the bytes on the fullest tile of an IPU</extracomment>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>On the tile that is fullest in the estimate</source>
        <translation>Auf dem Tile, das in der Schätzung am vollsten ist</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>Kompiliert</translation>
    </message>
    <message>
        <source>On the fullest tile of the compiled pipeline</source>
        <translation>Auf dem vollsten Tile der kompilierten Pipeline</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Compiled minus estimated</source>
        <translation>Kompiliert minus geschätzt</translation>
    </message>
    <message>
        <source>Estimated, all tiles</source>
        <extracomment>titles of columns with the bytes on all tiles of an IPU</extracomment>
        <translation>Geschätzt, alle Tiles</translation>
    </message>
    <message>
        <source>Compiled, all tiles</source>
        <translation>Kompiliert, alle Tiles</translation>
    </message>
    <message>
        <source>Difference, all tiles</source>
        <translation>Unterschied, alle Tiles</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Live at the peak</source>
        <translation>Live am Peak</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>Aufgeführt</translation>
    </message>
    <message>
        <source>Peak of not always live</source>
        <translation>Peak von nicht immer live</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Not always live</source>
        <translation>Nicht immer live</translation>
    </message>
    <message>
        <source>%1, difference</source>
        <extracomment>title of a column; %1 is the compared quantity, such as &quot;Bytes&quot;</extracomment>
        <translation>%1, Unterschied</translation>
    </message>
    <message>
        <source>IPU</source>
        <translation>IPU</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>On the fullest tiles: compiled minus estimated, as a share of the compiled bytes</source>
        <translation>Der Unterschied im Verhältnis zu den kompilierten Bytes</translation>
    </message>
    <message>
        <source>Estimated tile</source>
        <translation>Geschätztes Tile</translation>
    </message>
    <message>
        <source>Compiled tile</source>
        <translation>Kompiliertes Tile</translation>
    </message>
    <message>
        <source>Estimated headroom</source>
        <translation>Geschätzte Reserve</translation>
    </message>
    <message>
        <source>Compiled headroom</source>
        <translation>Kompilierte Reserve</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Why these bytes are on this IPU of the compiled pipeline</source>
        <translation>Warum die IPU der kompilierten Pipeline es hält</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Move</source>
        <extracomment>title of a column with texts such as &quot;give layer 4 to IPU 2&quot;</extracomment>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>This IPU</source>
        <translation>Diese IPU</translation>
    </message>
    <message>
        <source>Neighbour</source>
        <translation>Nachbar</translation>
    </message>
    <message>
        <source>Change of the neighbour</source>
        <translation>Änderung des Nachbarn</translation>
    </message>
    <message>
        <source>Fullest IPU</source>
        <translation>Vollste IPU</translation>
    </message>
    <message>
        <source>Frameworks compile it</source>
        <translation>Frameworks kompilieren es</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Vertex code</source>
        <translation>Vertex-Code</translation>
    </message>
    <message>
        <source>Vertex state</source>
        <translation>Vertex-State</translation>
    </message>
    <message>
        <source>No.</source>
        <extracomment>position of an operation in the list</extracomment>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>The cycles that the operation takes for one micro-batch. If operations of a layer share a step, each operation counts the step, but the layer counts it only once. Empty if the profile has no cycles for the operation.</source>
        <translation>Takte der Operation für einen Micro-Batch. Ein Schritt, den sich mehrere Operationen eines Layers teilen, zählt in jeder von ihnen, aber nur einmal im Layer. Leer, wenn das Profil für die Operation keine Takte hat.</translation>
    </message>
    <message>
        <source>Tile balance</source>
        <translation>Tile-Balance</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Item</source>
        <extracomment>column: the name of a variable, a vertex type or a program</extracomment>
        <translation>Posten</translation>
    </message>
    <message>
        <source>%</source>
        <extracomment>column: the share of all bytes on the tile, in per cent</extracomment>
        <translation>%</translation>
    </message>
    <message>
        <source>Running %</source>
        <extracomment>column: the sum of the shares of this row and all rows above it</extracomment>
        <translation>% bisher</translation>
    </message>
    <message>
        <source>Live from</source>
        <extracomment>columns: the first and the last program step in which a variable is live</extracomment>
        <translation>Live von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Module</source>
        <extracomment>column: the module of the model to which an operation belongs</extracomment>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Parallel efficiency</source>
        <translation>Parallele Effizienz</translation>
    </message>
    <message>
        <source>Bytes in</source>
        <translation>Bytes hinein</translation>
    </message>
    <message>
        <source>Bytes out</source>
        <translation>Bytes hinaus</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Waits for IPU</source>
        <translation>Wartet auf IPU</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Waits for other IPUs or the host</source>
        <translation>Wartet auf andere IPUs oder den Host</translation>
    </message>
    <message>
        <source>Waits at a sync</source>
        <translation>Wartet an einem Sync</translation>
    </message>
    <message>
        <source>Waits for the host</source>
        <translation>Wartet auf den Host</translation>
    </message>
    <message>
        <source>No step</source>
        <translation>Kein Schritt</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>Bytes from the beginning of the tile&apos;s memory</source>
        <translation>Bytes vom Anfang des Speichers des Tiles</translation>
    </message>
    <message>
        <source>The first step in which the variable is live</source>
        <translation>Der erste Schritt, in dem die Variable live ist</translation>
    </message>
    <message>
        <source>Live to</source>
        <translation>Lebt bis</translation>
    </message>
    <message>
        <source>The step after the last one in which the variable is live</source>
        <translation>Der Schritt nach dem letzten, in dem die Variable live ist</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Compute set</source>
        <translation>Compute-Set</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>Bei der Spitze</translation>
    </message>
    <message>
        <source>Up to</source>
        <translation>Bis zu</translation>
    </message>
    <message>
        <source>%1, open</source>
        <extracomment>titles of columns; %1 is the compared quantity, such as &quot;Bytes&quot;</extracomment>
        <translation>%1, offen</translation>
    </message>
    <message>
        <source>%1, other</source>
        <extracomment>title of a column; %1 is the compared quantity, such as &quot;Bytes&quot;</extracomment>
        <translation>%1, anderer</translation>
    </message>
    <message>
        <source>Cycles of a step</source>
        <translation>Takte eines Schritts</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>Anteil an der Zeit</translation>
    </message>
    <message>
        <source>As Poplar counted it, with gaps</source>
        <translation>Wie von Poplar gezählt, mit Lücken</translation>
    </message>
    <message>
        <source>Measured cycles</source>
        <translation>Gemessene Takte</translation>
    </message>
    <message>
        <source>Estimated cycles</source>
        <translation>Geschätzte Takte</translation>
    </message>
    <message>
        <source>Software layer</source>
        <translation>Software-Schicht</translation>
    </message>
    <message>
        <source>The software that made the operation, according to the operation&apos;s debug context</source>
        <translation>Die Software, die die Operation erzeugt hat, aus ihrem Debug-Kontext</translation>
    </message>
    <message>
        <source>Program id</source>
        <translation>Programm-ID</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Vertices</translation>
    </message>
    <message>
        <source>Vertices that the program of the step executes on the shown tiles</source>
        <translation>Vertices, die das Programm des Schritts auf den gezeigten Tiles ausführt</translation>
    </message>
    <message>
        <source>Cycles of the step&apos;s program: measured if known, otherwise Poplar&apos;s estimate</source>
        <translation>Takte des Programms des Schritts: gemessen, sonst von Poplar geschätzt</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>The id of the function that the program calls or belongs to</source>
        <translation>Die Id der Funktion, die das Programm aufruft oder zu der es gehört</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Poplar&apos;s estimate, with each program counted once. Only reports of models that were compiled with profiler.includeFlopEstimates contain this estimate.</source>
        <translation>Poplars Schätzung, jedes Programm einmal gezählt. Nur Reports von Modellen, die mit profiler.includeFlopEstimates kompiliert wurden, enthalten diese Schätzung.</translation>
    </message>
    <message>
        <source>Vertex types</source>
        <translation>Vertex-Typen</translation>
    </message>
    <message>
        <source>Sent and received</source>
        <translation>Gesendet und empfangen</translation>
    </message>
    <message>
        <source>Size, on these tiles, of the variables that the program sends or receives</source>
        <translation>Die Größen seiner Variablen auf diesen Tiles</translation>
    </message>
    <message>
        <source>Not interleaved</source>
        <translation>Nicht interleaved</translation>
    </message>
    <message>
        <source>Not interleaved, overlapped</source>
        <translation>Nicht interleaved, überlappt</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>Interleaved</translation>
    </message>
    <message>
        <source>Interleaved, overlapped</source>
        <translation>Interleaved, überlappt</translation>
    </message>
    <message>
        <source>Beyond the tile&apos;s memory</source>
        <translation>Außerhalb des Tile-Speichers</translation>
    </message>
    <message>
        <source>Beyond it, overlapped</source>
        <translation>Außerhalb, überlappt</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>How often the IPU waits for this program; a wait that recurs in every iteration counts each time</source>
        <translation>Wie oft die IPU auf dieses Programm wartet, zum Beispiel einmal je Iteration</translation>
    </message>
    <message>
        <source>First from</source>
        <translation>Zuerst ab</translation>
    </message>
    <message>
        <source>For one micro-batch, or for one update of the weights</source>
        <translation>Für einen Micro-Batch oder für ein Update der Gewichte</translation>
    </message>
    <message>
        <source>Backward includes recomputation; updates are separate</source>
        <translation>Rückwärts schließt die Neuberechnung ein; Updates sind getrennt</translation>
    </message>
    <message>
        <source>Measured minus estimated, as a share of the measured cycles</source>
        <translation>Der Unterschied als Anteil der gemessenen Takte</translation>
    </message>
</context>
<context>
    <name>ComparisonData</name>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Vertices</translation>
    </message>
    <message>
        <source>Liveness by step</source>
        <translation>Liveness nach Schritt</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Fullest tile</source>
        <translation>Vollstes Tile</translation>
    </message>
    <message>
        <source>IPUs</source>
        <translation>IPUs</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Replicas</translation>
    </message>
    <message>
        <source>Memory per tile (bytes)</source>
        <translation>Speicher je Tile (Bytes)</translation>
    </message>
    <message>
        <source>Program steps</source>
        <translation>Programmschritte</translation>
    </message>
    <message>
        <source>Lowered variables</source>
        <translation>Lowered-Variablen</translation>
    </message>
    <message>
        <source>Always live (bytes)</source>
        <translation>Immer live (Bytes)</translation>
    </message>
    <message>
        <source>Live at the peak (bytes)</source>
        <translation>Live am Peak (Bytes)</translation>
    </message>
    <message>
        <source>Step of the peak</source>
        <translation>Schritt des Peaks</translation>
    </message>
    <message>
        <source>All tiles (bytes)</source>
        <translation>Alle Tiles (Bytes)</translation>
    </message>
    <message>
        <source>Fullest tile (bytes)</source>
        <translation>Vollstes Tile (Bytes)</translation>
    </message>
    <message>
        <source>Tiles that exceed their memory</source>
        <translation>Tiles über ihrem Speicher</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>grew</source>
        <translation>gewachsen</translation>
    </message>
    <message>
        <source>shrank</source>
        <translation>geschrumpft</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>in the plan</source>
        <translation>im Plan</translation>
    </message>
    <message>
        <source>passes through</source>
        <translation>läuft hindurch</translation>
    </message>
    <message>
        <source>planned for another IPU</source>
        <translation>für eine andere IPU geplant</translation>
    </message>
    <message>
        <source>not in the plan</source>
        <translation>nicht im Plan</translation>
    </message>
    <message>
        <source>exchange between IPUs</source>
        <translation>Exchange zwischen IPUs</translation>
    </message>
    <message>
        <source>gaps in memory</source>
        <translation>Lücken im Speicher</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Variables and code</source>
        <translation>Variablen und Code</translation>
    </message>
    <message>
        <source>For the fullest tile of the compiled pipeline, on IPU %2, the estimate is %1 too high. Mean error of all IPUs: %3.</source>
        <translation>Die Schätzung liegt %1 über dem vollsten Tile der kompilierten Pipeline, auf IPU %2. Mittlerer Fehler aller IPUs: %3.</translation>
    </message>
    <message>
        <source>For the fullest tile of the compiled pipeline, on IPU %2, the estimate is %1 too low. Mean error of all IPUs: %3.</source>
        <translation>Die Schätzung liegt %1 unter dem vollsten Tile der kompilierten Pipeline, auf IPU %2. Mittlerer Fehler aller IPUs: %3.</translation>
    </message>
    <message>
        <source>The compiled pipeline has %1 IPUs, and the plan has %2. There is no estimate for the additional IPUs.</source>
        <translation>Die kompilierte Pipeline hat %1 IPUs, der Plan %2. Für die weiteren gibt es keine Schätzung.</translation>
    </message>
    <message>
        <source>The compiled pipeline has %1 IPUs, and the plan has %2. The last IPUs of the plan have no counterpart.</source>
        <translation>Die kompilierte Pipeline hat %1 IPUs, der Plan %2. Die letzten des Plans haben kein Gegenstück.</translation>
    </message>
    <message>
        <source>The compiled pipeline has %1 replicas. Only the first one is compared.</source>
        <translation>Die kompilierte Pipeline hat %1 Replicas. Nur die erste wird verglichen.</translation>
    </message>
    <message>
        <source>The compiled pipeline has %1 tiles on each IPU. The plan has a different number.</source>
        <translation>Die kompilierte Pipeline hat eine andere Anzahl Tiles auf jeder IPU: %1.</translation>
    </message>
    <message>
        <source>The compiled profile lacks Poplar&apos;s totals by tile. Its unowned bytes and the gaps in its memory are not known.</source>
        <translation>Dem kompilierten Profil fehlen Poplars Summen nach Tile. Über seine Bytes ohne Operation und Lücken in seinem Speicher ist nichts bekannt.</translation>
    </message>
    <message>
        <source>The compiled profile has no operations. The code of all its programs is compared with the code of the plan&apos;s operations.</source>
        <translation>Das kompilierte Profil hat keine Operationen. Der Code aller seiner Programme wird mit dem der Operationen des Plans verglichen.</translation>
    </message>
    <message>
        <source>Only %1 % of the bytes of all variables belong to variables whose names occur in both profiles. Are they profiles of the same model?</source>
        <translation>Nur %1 % der Bytes der Variablen haben Namen, die beide Profile kennen. Sind die Profile von einem Modell?</translation>
    </message>
    <message>
        <source>Only %1 % of the bytes of the compiled variables belong to variables whose names occur in the profile of the plan. Are both profiles of the same model?</source>
        <translation>Nur %1 % der Bytes der kompilierten Variablen haben Namen, die das Profil des Plans kennt. Sind die Profile von einem Modell?</translation>
    </message>
    <message>
        <source>The profiles have different numbers of tiles: %1 and %2.</source>
        <translation>Die Profile haben verschieden viele Tiles: %1 und %2.</translation>
    </message>
    <message>
        <source>There is no IPU that holds data both in the plan and in the compiled pipeline.</source>
        <translation>Der Plan und die kompilierte Pipeline haben keine gemeinsame IPU, die etwas enthält.</translation>
    </message>
    <message>
        <source>moved</source>
        <extracomment>marks a step or a tile whose number has changed</extracomment>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>Cycles of compute and exchange</source>
        <translation>Takte für Rechnen und Austausch</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>The plan has no estimated cycles. The cycles of its stages are not compared.</source>
        <translation>Der Plan hat keine geschätzten Takte. Die Takte seiner Stages werden nicht verglichen.</translation>
    </message>
    <message>
        <source>The compiled profile has no measured run of the model&apos;s operations. The cycles of the stages are not compared.</source>
        <translation>Das kompilierte Profil hat keinen gemessenen Lauf der Operationen des Modells. Die Takte der Stages werden nicht verglichen.</translation>
    </message>
    <message>
        <source>The measured cycles of each stage are the average over %1 micro-batches.</source>
        <translation>Die gemessenen Takte der Stages sind Mittelwerte über %1 Micro-Batches.</translation>
    </message>
</context>
<context>
    <name>Cycles</name>
    <message>
        <source>%1 cycles</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>Tile balance: for each program, the mean cycles of all tiles divided by the cycles of the slowest tile. Programs are weighted by their cycles. 100 % if all tiles have equal work.</source>
        <translation>Tile-Balance: die mittleren Takte aller Tiles geteilt durch die des langsamsten Tiles, für jedes Programm, gewichtet mit dessen Takten. 100 %, wenn alle Tiles gleich viel Arbeit haben.</translation>
    </message>
    <message>
        <source>Compile with the engine option profiler.includeCycleEstimates, compile for the IPU Model, or profile an execution.</source>
        <translation>Kompilieren Sie mit der Engine-Option profiler.includeCycleEstimates oder für das IPU Model, oder profilieren Sie eine Ausführung.</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>Of the always-live bytes, %1 belong to operations and are counted on the IPUs that run the operations. %2 belong to no operation and are shared among the IPUs.</source>
        <extracomment>%1 and %2 are numbers of bytes</extracomment>
        <translation>Von den immer belegten Bytes gehören %1 Operationen und zählen dort, wo diese laufen; %2 gehören keiner und werden unter den IPUs aufgeteilt.</translation>
    </message>
    <message>
        <source>Poplar uses more memory than the live bytes need: %1 more in all, and %3 more on tile %2. No estimate includes this.</source>
        <extracomment>%1 and %3 are numbers of bytes, %2 is a number</extracomment>
        <translation>Die Adressen, die Poplar verwendet, gehen um %1 über die belegten Bytes hinaus, auf Tile %2 um %3. Keine Schätzung enthält sie.</translation>
    </message>
    <message>
        <source>The plan is tight: on an IPU&apos;s fullest tile, less than %1 of the limit is free. The memory layout of the profile takes up this share beyond the live bytes.</source>
        <extracomment>%1 is per cent</extracomment>
        <translation>Der Plan ist knapp: Die Anordnung des Speichers im Profil selbst braucht %1 eines Tiles mehr als dessen belegte Bytes.</translation>
    </message>
</context>
<context>
    <name>ErrorLabel</name>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Place: %1</source>
        <extracomment>the place within the file where the error is: a table, a row, a byte</extracomment>
        <translation>Stelle: %1</translation>
    </message>
    <message>
        <source>Expected: %1</source>
        <translation>Erwartet: %1</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>Gefunden: %1</translation>
    </message>
    <message>
        <source>There is not enough memory for this. Close other windows or programs, and try again. The plan is kept.</source>
        <translation>Der Speicher reicht dafür nicht aus. Schließen Sie andere Fenster oder Programme und versuchen Sie es noch einmal. Der Plan bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>ErrorWording</name>
    <message>
        <source>The file does not exist</source>
        <translation>Die Datei existiert nicht</translation>
    </message>
    <message>
        <source>Check the path; the report may have been moved or deleted.</source>
        <translation>Prüfen Sie den Pfad; der Report wurde vielleicht verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>Change the permissions of the file or directory, or choose another one.</source>
        <translation>Ändern Sie die Rechte der Datei oder des Verzeichnisses, oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The directory contains no profile</source>
        <translation>Das Verzeichnis enthält kein Profil</translation>
    </message>
    <message>
        <source>Choose the report directory that contains profile.pop or a .tileline file.</source>
        <translation>Wählen Sie das Report-Verzeichnis, das profile.pop oder eine .tileline-Datei enthält.</translation>
    </message>
    <message>
        <source>The directory contains several profiles</source>
        <translation>Das Verzeichnis enthält mehrere Profile</translation>
    </message>
    <message>
        <source>Open one of them by its own path.</source>
        <translation>Öffnen Sie eines davon über seinen eigenen Pfad.</translation>
    </message>
    <message>
        <source>The file is not a profile</source>
        <translation>Die Datei ist kein Profil</translation>
    </message>
    <message>
        <source>The version is not supported</source>
        <translation>Die Version wird nicht unterstützt</translation>
    </message>
    <message>
        <source>The file ends too early</source>
        <translation>Die Datei endet zu früh</translation>
    </message>
    <message>
        <source>Copy or export the file again; the disk may have been full.</source>
        <translation>Kopieren oder exportieren Sie die Datei neu; der Datenträger war vielleicht voll.</translation>
    </message>
    <message>
        <source>The file is damaged</source>
        <translation>Die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>Copy or export the file again.</source>
        <translation>Kopieren oder exportieren Sie die Datei neu.</translation>
    </message>
    <message>
        <source>The file changed while it was read</source>
        <translation>Die Datei hat sich beim Lesen geändert</translation>
    </message>
    <message>
        <source>Wait until the file is completely written, then open it again.</source>
        <translation>Warten Sie, bis die Datei vollständig geschrieben ist, und öffnen Sie sie dann erneut.</translation>
    </message>
    <message>
        <source>A table is missing</source>
        <translation>Eine Tabelle fehlt</translation>
    </message>
    <message>
        <source>A column is missing</source>
        <translation>Eine Spalte fehlt</translation>
    </message>
    <message>
        <source>A table has no row</source>
        <translation>Eine Tabelle hat keine Zeile</translation>
    </message>
    <message>
        <source>Export the profile again.</source>
        <translation>Exportieren Sie das Profil neu.</translation>
    </message>
    <message>
        <source>A value has the wrong type</source>
        <translation>Ein Wert hat den falschen Typ</translation>
    </message>
    <message>
        <source>A blob has an impossible length</source>
        <translation>Ein Blob hat eine unmögliche Länge</translation>
    </message>
    <message>
        <source>The file is damaged or incomplete: export it again.</source>
        <translation>Die Datei ist beschädigt oder unvollständig: exportieren Sie sie neu.</translation>
    </message>
    <message>
        <source>An id refers to nothing</source>
        <translation>Eine ID bezeichnet nichts</translation>
    </message>
    <message>
        <source>The file is incomplete: export it again.</source>
        <translation>Die Datei ist unvollständig: exportieren Sie sie neu.</translation>
    </message>
    <message>
        <source>An id occurs twice</source>
        <translation>Eine ID kommt zweimal vor</translation>
    </message>
    <message>
        <source>The file is inconsistent: export it again.</source>
        <translation>Die Datei widerspricht sich: exportieren Sie sie neu.</translation>
    </message>
    <message>
        <source>A value is out of range</source>
        <translation>Ein Wert liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>The file is damaged: export it again.</source>
        <translation>Die Datei ist beschädigt: exportieren Sie sie neu.</translation>
    </message>
    <message>
        <source>A program contains itself</source>
        <translation>Ein Programm enthält sich selbst</translation>
    </message>
    <message>
        <source>A debug context is its own ancestor</source>
        <translation>Ein Debug-Kontext ist sein eigener Vorfahr</translation>
    </message>
    <message>
        <source>Write the debug information again, or move debug.cbor away to open the profile without it.</source>
        <translation>Schreiben Sie die Debug-Informationen neu, oder öffnen Sie das Profil allein.</translation>
    </message>
    <message>
        <source>The profile contains no lowered variables, so no memory estimate is possible</source>
        <translation>Das Profil enthält keine Lowered-Variablen, daher lässt sich der Speicher nicht schätzen</translation>
    </message>
    <message>
        <source>Compile again with POPLAR_ENGINE_OPTIONS=&apos;{&quot;autoReport.all&quot;:&quot;true&quot;, &quot;autoReport.outputLoweredVars&quot;:&quot;true&quot;}&apos;.</source>
        <translation>Kompilieren Sie neu mit POPLAR_ENGINE_OPTIONS=&apos;{&quot;autoReport.all&quot;:&quot;true&quot;, &quot;autoReport.outputLoweredVars&quot;:&quot;true&quot;}&apos;.</translation>
    </message>
    <message>
        <source>The debug information is nested too deeply</source>
        <translation>Die Debug-Informationen sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>The file is damaged: write it again.</source>
        <translation>Die Datei ist beschädigt: schreiben Sie sie neu.</translation>
    </message>
    <message>
        <source>The file is not Poplar debug information</source>
        <translation>Die Datei enthält keine Debug-Informationen von Poplar</translation>
    </message>
    <message>
        <source>Choose the debug.cbor that Poplar wrote beside the profile.</source>
        <translation>Wählen Sie die debug.cbor, die Poplar neben das Profil geschrieben hat.</translation>
    </message>
    <message>
        <source>The regular expression is not valid</source>
        <translation>Der reguläre Ausdruck ist ungültig</translation>
    </message>
    <message>
        <source>Correct the expression at the position shown.</source>
        <translation>Korrigieren Sie den Ausdruck an der gezeigten Position.</translation>
    </message>
    <message>
        <source>The regular expression takes too long</source>
        <translation>Der reguläre Ausdruck braucht zu lange</translation>
    </message>
    <message>
        <source>Use a regular expression without nested repetitions.</source>
        <translation>Benutzen Sie einen regulären Ausdruck ohne verschachtelte Wiederholungen.</translation>
    </message>
    <message>
        <source>There is no such layer</source>
        <translation>Diesen Layer gibt es nicht</translation>
    </message>
    <message>
        <source>List the layers with tileline-cli layers, or check the layer options.</source>
        <translation>Listen Sie die Layer mit tileline-cli layers auf, oder prüfen Sie die Layer-Optionen.</translation>
    </message>
    <message>
        <source>The split plan is not valid</source>
        <translation>Der Split-Plan ist ungültig</translation>
    </message>
    <message>
        <source>State each split point once, in the order of the layers.</source>
        <translation>Geben Sie die Splits in der Reihenfolge der Layer an, jeden einmal.</translation>
    </message>
    <message>
        <source>No plan obeys all constraints</source>
        <translation>Kein Plan erfüllt alle Vorgaben</translation>
    </message>
    <message>
        <source>Allow more IPUs or more memory, or remove pins.</source>
        <translation>Erlauben Sie mehr IPUs oder mehr Speicher, oder lösen Sie fixierte Splits.</translation>
    </message>
    <message>
        <source>Change the option that the message names.</source>
        <translation>Ändern Sie die Option, die die Meldung nennt.</translation>
    </message>
    <message>
        <source>The value is not valid</source>
        <translation>Der Wert ist ungültig</translation>
    </message>
    <message>
        <source>See --help.</source>
        <translation>Siehe --help.</translation>
    </message>
    <message>
        <source>The file could not be written</source>
        <translation>Die Datei konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Check the free disk space, or choose another directory.</source>
        <translation>Prüfen Sie den freien Speicherplatz oder wählen Sie ein anderes Verzeichnis.</translation>
    </message>
    <message>
        <source>The file is too large</source>
        <translation>Die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Choose a smaller file.</source>
        <translation>Wählen Sie eine kleinere Datei.</translation>
    </message>
    <message>
        <source>The operating system refused</source>
        <translation>Das Betriebssystem hat abgelehnt</translation>
    </message>
    <message>
        <source>See the reason that is given.</source>
        <translation>Siehe den angegebenen Grund.</translation>
    </message>
    <message>
        <source>Unknown error</source>
        <translation>Unbekannter Fehler</translation>
    </message>
    <message>
        <source>Report it.</source>
        <translation>Bitte melden.</translation>
    </message>
    <message>
        <source>Write the profile again through the Poplar SDK with tileline_exporter.py, which is installed with the documentation.</source>
        <translation>Schreiben Sie das Profil mit tileline_exporter.py, das mit der Dokumentation installiert ist, über das Poplar SDK neu.</translation>
    </message>
    <message>
        <source>Update Tileline, or write the profile again through the Poplar SDK with tileline_exporter.py, which is installed with the documentation.</source>
        <translation>Aktualisieren Sie Tileline, oder schreiben Sie das Profil mit tileline_exporter.py, das mit der Dokumentation installiert ist, über das Poplar SDK neu.</translation>
    </message>
    <message>
        <source>Open the report directory that Poplar wrote, or the profile in it.</source>
        <translation>Öffnen Sie das Report-Verzeichnis, das Poplar geschrieben hat, oder das Profil darin.</translation>
    </message>
    <message>
        <source>There are no operations, so there are no layers to split</source>
        <translation>Es gibt keine Operationen, also auch keine Layer zum Aufteilen</translation>
    </message>
    <message>
        <source>Put the debug.cbor of the same compilation beside the profile. A program that was not made by a framework has no operations.</source>
        <translation>Legen Sie die debug.cbor derselben Kompilierung neben das Profil. Ein Programm, das kein Framework erzeugt hat, hat keine Operationen.</translation>
    </message>
    <message>
        <source>The export is refused</source>
        <translation>Der Export wird abgelehnt</translation>
    </message>
    <message>
        <source>The profile has cycle counts for too few programs to tell how fast a plan runs</source>
        <translation>Dem Profil fehlen Takte, um zu sagen, wie schnell ein Plan läuft</translation>
    </message>
    <message>
        <source>Compile with the engine option profiler.includeCycleEstimates, compile for the IPU Model, or profile an execution.</source>
        <translation>Kompilieren Sie mit der Engine-Option profiler.includeCycleEstimates oder für das IPU Model, oder zeichnen Sie eine Ausführung auf.</translation>
    </message>
    <message>
        <source>Use only the part of the text that splits the model.</source>
        <translation>Geben Sie nur den Teil an, der das Modell teilt.</translation>
    </message>
    <message>
        <source>Use a text such as layers_per_ipu: [3, 7, 7, 7].</source>
        <translation>Geben Sie zum Beispiel layers_per_ipu: [3, 7, 7, 7] an.</translation>
    </message>
    <message>
        <source>Correct the JSON at this place. JSON allows neither comments nor a comma after the last value.</source>
        <translation>Korrigieren Sie das JSON an dieser Stelle. Kommentare und Kommas nach dem letzten Wert sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>Correct the file, or write to another file. The export would overwrite all that is in this file.</source>
        <translation>Korrigieren Sie die Datei oder schreiben Sie in eine andere: Was sie sonst enthält, ginge verloren.</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>Korrigieren Sie die Datei.</translation>
    </message>
    <message>
        <source>Use an ipu_config.json, or the line of code that splits the model.</source>
        <translation>Geben Sie eine ipu_config.json an oder die Zeile, die das Modell teilt.</translation>
    </message>
    <message>
        <source>Correct the list.</source>
        <translation>Korrigieren Sie die Liste.</translation>
    </message>
    <message>
        <source>Give each stage an IPU.</source>
        <translation>Geben Sie jeder Stage eine IPU.</translation>
    </message>
    <message>
        <source>A plan begins on IPU 0: number the IPUs in the order of the stages.</source>
        <translation>Ein Plan beginnt auf IPU 0: Nummerieren Sie die IPUs in der Reihenfolge der Stages.</translation>
    </message>
    <message>
        <source>In a plan, the layers on an IPU follow each other. Merge the stages of an IPU, or number the IPUs in the order of the stages.</source>
        <translation>In einem Plan folgen die Layer einer IPU aufeinander. Fassen Sie die Stages einer IPU zusammen oder nummerieren Sie die IPUs in der Reihenfolge der Stages.</translation>
    </message>
    <message>
        <source>Leave out --output-on, or correct the file.</source>
        <translation>Lassen Sie die Option weg oder korrigieren Sie die Datei.</translation>
    </message>
    <message>
        <source>Give one number for each entry, not for each Keras layer.</source>
        <translation>Geben Sie für jeden Eintrag eine Zahl an; Keras-Layer eines Eintrags haben eine Zahl.</translation>
    </message>
    <message>
        <source>Number the stages in the order in which the model runs them.</source>
        <translation>Nummerieren Sie die Stages in der Reihenfolge, in der das Modell sie ausführt.</translation>
    </message>
    <message>
        <source>Correct the stages. If the layers are not those of the model, find others with --layer-name-regex.</source>
        <translation>Korrigieren Sie die Stages oder finden Sie mit --layer-name-regex andere Layer, wenn diese nicht die des Modells sind.</translation>
    </message>
    <message>
        <source>Add this key with a list, for example [0, 1, 2, 3, 0].</source>
        <translation>Ergänzen Sie diesen Schlüssel mit einer Liste, zum Beispiel [0, 1, 2, 3, 0].</translation>
    </message>
    <message>
        <source>Put Input into the first stage, because a plan has Input on IPU 0.</source>
        <translation>Ein Plan hat Input auf IPU 0.</translation>
    </message>
    <message>
        <source>In a plan, Output is one entry: put all its parts into one stage. As an exception, its first parts may be in the stage of the last layer.</source>
        <translation>In einem Plan ist der Ausgang ein einziger Eintrag: Setzen Sie alle seine Teile in eine Stage. Nur seine ersten Teile dürfen in der Stage des letzten Layers sein.</translation>
    </message>
    <message>
        <source>Correct the stages.</source>
        <translation>Korrigieren Sie die Stages.</translation>
    </message>
    <message>
        <source>Correct the stages, or find other layers with --layer-name-regex.</source>
        <translation>Korrigieren Sie die Stages oder finden Sie mit --layer-name-regex andere Layer.</translation>
    </message>
    <message>
        <source>Add this key with a list, for example [0, 0, 1, 1].</source>
        <translation>Ergänzen Sie diesen Schlüssel mit einer Liste, zum Beispiel [0, 0, 1, 1].</translation>
    </message>
    <message>
        <source>Remove the lists that do not belong to the profiled model.</source>
        <translation>Geben Sie nur die Zeilen des Modells an, von dem das Profil stammt.</translation>
    </message>
    <message>
        <source>Pass the list, for example set_pipeline_stage_assignment([0, 0, 1, 1]).</source>
        <translation>Geben Sie die Liste an, zum Beispiel set_pipeline_stage_assignment([0, 0, 1, 1]).</translation>
    </message>
    <message>
        <source>Correct the list. If Tileline did not find the layers of the model, pass another --layer-name-regex.</source>
        <translation>Korrigieren Sie die Liste oder finden Sie mit --layer-name-regex andere Layer, wenn diese nicht die des Modells sind.</translation>
    </message>
    <message>
        <source>Write the number of layers on each IPU, or -1 to give the IPU a share of the remaining layers.</source>
        <translation>Schreiben Sie die Zahl der Layer jeder IPU oder -1 für einen Anteil am Rest.</translation>
    </message>
    <message>
        <source>Correct the number of IPUs.</source>
        <translation>Korrigieren Sie die Zahl der IPUs.</translation>
    </message>
    <message>
        <source>Move the split to the beginning of a layer, or export for a framework that can split layers.</source>
        <translation>Verschieben Sie den Split an den Anfang eines Layers oder exportieren Sie für ein Framework, das Layer teilen kann.</translation>
    </message>
    <message>
        <source>Write a number of layers for each IPU, or correct the number of IPUs.</source>
        <translation>Geben Sie jeder IPU eine Zahl oder korrigieren Sie die Zahl der IPUs.</translation>
    </message>
    <message>
        <source>Put a layer on that IPU, or run Output there with --output-on last.</source>
        <translation>Setzen Sie einen Layer auf diese IPU oder lassen Sie den Ausgang mit --output-on last dort laufen.</translation>
    </message>
    <message>
        <source>Put a layer on that IPU, or use fewer IPUs.</source>
        <translation>Setzen Sie einen Layer auf diese IPU oder nehmen Sie weniger IPUs.</translation>
    </message>
    <message>
        <source>Write the list in one of these forms: &quot;[3, 7, 7, 7]&quot;, &quot;3,7,7,7&quot; or &quot;3 7 7 7&quot;.</source>
        <translation>Schreiben Sie die Liste in einer dieser Formen: „[3, 7, 7, 7]“, „3,7,7,7“ oder „3 7 7 7“.</translation>
    </message>
    <message>
        <source>Correct ipus_per_replica, or leave it out.</source>
        <translation>Korrigieren Sie ipus_per_replica oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>Write the list in this form: [3, 7, 7, 7].</source>
        <translation>Schreiben Sie die Liste in dieser Form: [3, 7, 7, 7].</translation>
    </message>
    <message>
        <source>Add a line with the number of IPUs, as in ipus_per_replica: 4, or write a list with one -1 for each IPU.</source>
        <translation>Ergänzen Sie eine Zeile mit der Anzahl der IPUs, wie in ipus_per_replica: 4, oder schreiben Sie -1 für jede IPU.</translation>
    </message>
    <message>
        <source>Write one number for all IPUs.</source>
        <translation>Schreiben Sie eine Zahl für alle IPUs.</translation>
    </message>
    <message>
        <source>Correct this value in the file.</source>
        <translation>Korrigieren Sie diesen Wert in der Datei.</translation>
    </message>
    <message>
        <source>Set one available memory proportion for all IPUs when you export, or correct the values in the file.</source>
        <translation>Exportieren Sie mit einer Available-Memory-Proportion für alle IPUs oder korrigieren Sie die Datei.</translation>
    </message>
    <message>
        <source>Give the whole ipu_config.json.</source>
        <translation>Geben Sie die ganze ipu_config.json an.</translation>
    </message>
    <message>
        <source>Write one call of an option with literals, as in outputMode(poptorch.OutputMode.All). Set everything else in the program that loads the file.</source>
        <translation>Schreiben Sie einen Aufruf einer Option mit Literalen, wie in outputMode(poptorch.OutputMode.All). Setzen Sie alles andere in dem Programm, das die Datei lädt.</translation>
    </message>
    <message>
        <source>If you trust the line, delete it and type it again in the export dialog, or give it with --option.</source>
        <translation>Löschen Sie die Zeile und tippen Sie sie im Export-Dialog neu oder geben Sie sie mit --option an.</translation>
    </message>
    <message>
        <source>Sort the names, and leave out those that begin at the same layer.</source>
        <translation>Sortieren Sie die Namen und lassen Sie die weg, die am selben Layer beginnen.</translation>
    </message>
    <message>
        <source>Choose a name at which a layer begins. Tileline found no layer expression that makes a layer begin at each of the names.</source>
        <translation>Wählen Sie einen Namen, an dem ein Layer beginnt; es wurde kein Layer-Ausdruck gefunden, bei dem dieser es tut.</translation>
    </message>
    <message>
        <source>Correct pipeline_splits in the file.</source>
        <translation>Korrigieren Sie pipeline_splits in der Datei.</translation>
    </message>
    <message>
        <source>Give fewer names: each name begins a stage on another IPU.</source>
        <translation>Geben Sie weniger Namen an: An jedem beginnt eine Stage auf einer weiteren IPU.</translation>
    </message>
    <message>
        <source>no memory left</source>
        <translation>kein Speicher mehr frei</translation>
    </message>
    <message>
        <source>how a model is split</source>
        <translation>wie ein Modell geteilt ist</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>ein JSON-Objekt</translation>
    </message>
    <message>
        <source>another text</source>
        <translation>ein anderer Text</translation>
    </message>
    <message>
        <source>a key that splits a model: layers_per_ipu, pipeline_stages, pipeline_splits</source>
        <translation>ein Schlüssel, der ein Modell teilt: layers_per_ipu, pipeline_stages, pipeline_splits</translation>
    </message>
    <message>
        <source>numbers of a sensible size</source>
        <translation>Zahlen von vernünftiger Größe</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>whole numbers of at least 0</source>
        <translation>ganze Zahlen ab 0</translation>
    </message>
    <message>
        <source>the first stage, which has Input, on IPU 0</source>
        <translation>der Eingang, und damit die erste Stage, auf IPU 0</translation>
    </message>
    <message>
        <source>stage i on IPU i, or on IPU 0 if it is the last stage and has nothing but Output</source>
        <translation>Stage i auf IPU i; nur der Ausgang allein, als letzte Stage, darf auf IPU 0 laufen</translation>
    </message>
    <message>
        <source>first, as the file says</source>
        <translation>first, wie es in der Datei steht</translation>
    </message>
    <message>
        <source>last, as the file says</source>
        <translation>last, wie es in der Datei steht</translation>
    </message>
    <message>
        <source>stage numbers from 0 that never decrease and have no gap</source>
        <translation>Stages ab 0, die nie kleiner werden und keine auslassen</translation>
    </message>
    <message>
        <source>the IPU of each stage</source>
        <translation>die IPU jeder Stage</translation>
    </message>
    <message>
        <source>a list of names</source>
        <translation>eine Liste von Namen</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>&quot;emb&quot; in the first stage</source>
        <translation>&quot;emb&quot; in der ersten Stage</translation>
    </message>
    <message>
        <source>the parts of Output in one stage, after the layers</source>
        <translation>eine Stage mit den Teilen des Ausgangs nach den Layern</translation>
    </message>
    <message>
        <source>no &quot;emb&quot;: the profile has no Input</source>
        <translation>kein &quot;emb&quot;: Das Profil hat keinen Eingang</translation>
    </message>
    <message>
        <source>&quot;emb&quot; once, before all other names</source>
        <translation>&quot;emb&quot; einmal, vor allen anderen Namen</translation>
    </message>
    <message>
        <source>all layers before the parts of Output</source>
        <translation>alle Layer vor den Teilen des Ausgangs</translation>
    </message>
    <message>
        <source>only &quot;emb&quot; and &quot;hid&quot;: the profile has no Output</source>
        <translation>nur &quot;emb&quot; und &quot;hid&quot;: Das Profil hat keinen Ausgang</translation>
    </message>
    <message>
        <source>the stage of each entry</source>
        <translation>die Stage jedes Eintrags</translation>
    </message>
    <message>
        <source>one list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>splits between layers of the model</source>
        <translation>Splits zwischen Layern des Modells</translation>
    </message>
    <message>
        <source>the number of layers on each IPU</source>
        <translation>die Zahl der Layer auf jeder IPU</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>eine leere Liste</translation>
    </message>
    <message>
        <source>the number of IPUs over which [-1] spreads the layers</source>
        <translation>die Zahl der IPUs, auf die [-1] die Layer verteilt</translation>
    </message>
    <message>
        <source>[-1] alone</source>
        <translation>[-1] allein</translation>
    </message>
    <message>
        <source>nothing after the list</source>
        <translation>nichts nach der Liste</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>das Ende des Textes</translation>
    </message>
    <message>
        <source>one value on each line</source>
        <translation>ein Wert je Zeile</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>another backslash or a quotation mark after this backslash</source>
        <translation>ein weiterer Backslash oder ein Anführungszeichen nach diesem Backslash</translation>
    </message>
    <message>
        <source>a value whose quotation marks are closed on the same line</source>
        <translation>ein Wert, dessen Anführungszeichen in derselben Zeile geschlossen werden</translation>
    </message>
    <message>
        <source>a JSON object, as in ipu_config.json</source>
        <translation>ein JSON-Objekt wie in ipu_config.json</translation>
    </message>
    <message>
        <source>a name at which a layer begins</source>
        <translation>ein Name, an dem ein Layer beginnt</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>one pipeline_splits</source>
        <translation>ein pipeline_splits</translation>
    </message>
    <message>
        <source>The file holds a plan for another profile</source>
        <translation>Die Datei enthält einen Plan für ein anderes Profil</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>the profile</source>
        <translation>das Profil</translation>
    </message>
    <message>
        <source>the debug information</source>
        <translation>die Debug-Informationen</translation>
    </message>
    <message>
        <source>the plan file</source>
        <translation>die Plandatei</translation>
    </message>
    <message>
        <source>another file that is in use as an input</source>
        <translation>eine andere Datei, die als Eingabe dient</translation>
    </message>
    <message>
        <source>a file that is not in use as an input</source>
        <translation>eine Datei, die nicht als Eingabe dient</translation>
    </message>
    <message>
        <source>Remove this line. To set the value, use the export&apos;s own fields or command-line options.</source>
        <translation>Entfernen Sie diese Zeile. Der Wert lässt sich in den Feldern oder mit den Optionen des Exports setzen.</translation>
    </message>
</context>
<context>
    <name>Execution</name>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>compute</source>
        <extracomment>what an IPU does during a step of its program</extracomment>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>exchange between IPUs</source>
        <translation>Austausch zwischen IPUs</translation>
    </message>
    <message>
        <source>transfer with the host</source>
        <translation>Übertragung mit dem Host</translation>
    </message>
    <message>
        <source>waits for other IPUs or the host</source>
        <translation>wartet auf andere IPUs oder den Host</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>Sync</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>main</source>
        <translation>Hauptteil</translation>
    </message>
    <message>
        <source>drain</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>program</source>
        <extracomment>a block of light-weight profiling: it records a program</extracomment>
        <translation>Programm</translation>
    </message>
    <message>
        <source>buffer full: events were lost</source>
        <extracomment>a block of light-weight profiling in which events were lost</extracomment>
        <translation>Puffer voll: Ereignisse fehlen</translation>
    </message>
    <message>
        <source>program without a name</source>
        <translation>Programm ohne Namen</translation>
    </message>
    <message>
        <source>flush of the buffer</source>
        <extracomment>a block of light-weight profiling: its buffer is sent to the host</extracomment>
        <translation>Leeren des Puffers</translation>
    </message>
    <message>
        <source>The other IPUs wait longest for IPU %1: %2 in total</source>
        <translation>Die anderen IPUs warten am längsten auf IPU %1: insgesamt %2</translation>
    </message>
    <message>
        <source>IPU %1: %2</source>
        <translation>IPU %1: %2</translation>
    </message>
    <message>
        <source>At work</source>
        <translation>Bei der Arbeit</translation>
    </message>
    <message>
        <source>Tile balance</source>
        <translation>Tile-Balance</translation>
    </message>
    <message>
        <source>Parallel efficiency</source>
        <translation>Parallele Effizienz</translation>
    </message>
    <message>
        <source>Bytes in, out</source>
        <translation>Bytes hinein, hinaus</translation>
    </message>
    <message numerus="yes">
        <source>Waits for IPU %1, %Ln time(s)</source>
        <translation>
            <numerusform>Wartet auf IPU %1, %Ln-mal</numerusform>
            <numerusform>Wartet auf IPU %1, %Ln-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Programs with most cycles</source>
        <translation>Programme mit den meisten Takte</translation>
    </message>
    <message>
        <source>Layers with most cycles</source>
        <translation>Layer mit den meisten Takte</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>waits before a host transfer</source>
        <translation>wartet vor einer Übertragung mit dem Host</translation>
    </message>
    <message>
        <source>waits after a host transfer</source>
        <translation>wartet nach einer Übertragung mit dem Host</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Try tileline --help.</source>
        <translation>Siehe tileline --help.</translation>
    </message>
    <message>
        <source>Plans pipeline stages for Graphcore IPUs.</source>
        <translation>Plant Pipeline-Stages für Graphcore-IPUs.</translation>
    </message>
    <message>
        <source>Draw a view into a .png, .svg or .pdf file; can be repeated.</source>
        <translation>Zeichnet eine Ansicht in eine .png-, .svg- oder .pdf-Datei; mehrfach möglich.</translation>
    </message>
    <message>
        <source>system, light or dark.</source>
        <translation>system, light oder dark.</translation>
    </message>
    <message>
        <source>Profile or report directory. Each opens in its own window.</source>
        <translation>Profil oder Report-Verzeichnis; ein Fenster für jedes.</translation>
    </message>
    <message>
        <source>--theme must be system, light or dark</source>
        <translation>--theme muss system, light oder dark sein</translation>
    </message>
    <message>
        <source>--render needs VIEW=OUT, not %1</source>
        <translation>--render braucht VIEW=OUT, nicht %1</translation>
    </message>
    <message>
        <source>--render needs one profile</source>
        <translation>--render braucht genau ein Profil</translation>
    </message>
    <message>
        <source>
Examples:
  tileline report/                          open a report directory
  tileline --render plan=plan.svg report/   draw its plan, without a display

Exit status: 0 done, 2 bad usage, 3 bad input.

Views to draw:
  plan            the layers of the model, and the splits between them
</source>
        <translation>
Beispiele:
  tileline report/                          öffnet ein Report-Verzeichnis
  tileline --render plan=plan.svg report/   zeichnet seinen Plan, ohne Bildschirm

Exit-Status: 0 fertig, 2 falscher Aufruf, 3 schlechte Eingabe.

Zeichenbare Ansichten:
  plan            die Layer des Modells und die Splits dazwischen
</translation>
    </message>
    <message>
        <source>Compare the profile with another report.</source>
        <translation>Das Profil mit einem anderen Report vergleichen.</translation>
    </message>
    <message>
        <source>--compare needs one profile</source>
        <translation>--compare braucht ein Profil</translation>
    </message>
</context>
<context>
    <name>ImportNote</name>
    <message>
        <source>Output runs on the last IPU, because the layer list does not have both Input and Output.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil das Profil keinen Eingang und Ausgang neben seinen Layern hat.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, because the profile does not tell which weights Input and Output share.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil aus dem Profil nicht hervorgeht, welche Gewichte Eingang und Ausgang gemeinsam haben.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, because Input and Output share no weight.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil Eingang und Ausgang kein Gewicht gemeinsam haben.</translation>
    </message>
    <message>
        <source>Output runs on the first IPU, because Input and Output share the weight %1.</source>
        <translation>Der Ausgang läuft auf der ersten IPU, weil Eingang und Ausgang das Gewicht %1 gemeinsam haben.</translation>
    </message>
    <message>
        <source>Output runs on the first IPU, as you chose.</source>
        <translation>Der Ausgang läuft auf der ersten IPU, wie gewählt.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, as you chose.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, wie gewählt.</translation>
    </message>
    <message>
        <source>Output runs on the first IPU, because %1 says so.</source>
        <translation>Der Ausgang läuft auf der ersten IPU, weil %1 es so angibt.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, because %1 says so.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil %1 es so angibt.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, because the last stage has layers and Output.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil die letzte Stage Layer und Ausgang hat.</translation>
    </message>
    <message>
        <source>Tileline treats Output as one entry and places all of it in the stage that contains %1.</source>
        <translation>Tileline behandelt den Ausgang als einen einzigen Eintrag und setzt ihn ganz in die Stage, die %1 enthält.</translation>
    </message>
    <message>
        <source>The key %1 occurs twice. The last value counts, as in Python.</source>
        <translation>Der Schlüssel %1 kommt zweimal vor. Wie in Python zählt der letzte Wert.</translation>
    </message>
    <message>
        <source>layers_per_ipu is %1.</source>
        <translation>layers_per_ipu ist %1.</translation>
    </message>
    <message>
        <source>With one IPU, the list is ignored: all layers run on that IPU.</source>
        <translation>Bei einer IPU wird die Liste nicht beachtet: Alle Layer laufen dort.</translation>
    </message>
    <message>
        <source>Keys that are kept for the export but are not used otherwise: %1 and %2 more.</source>
        <translation>Schlüssel, die für den Export aufgehoben, aber sonst nicht benutzt werden: %1 und %2 weitere.</translation>
    </message>
    <message>
        <source>Keys that are kept for the export but are not used otherwise: %1.</source>
        <translation>Schlüssel, die für den Export aufgehoben, aber sonst nicht benutzt werden: %1.</translation>
    </message>
    <message>
        <source>%1 is %2 for training.</source>
        <translation>%1 ist %2 für Training.</translation>
    </message>
    <message>
        <source>%1 is %2 for inference.</source>
        <translation>%1 ist %2 für Inferenz.</translation>
    </message>
    <message>
        <source>%1 is a list of one number. Newer versions of Optimum ignore such a list: write the number without brackets.</source>
        <translation>%1 ist eine Liste mit einer einzigen Zahl. Neuere Versionen von Optimum beachten eine solche Liste nicht: Schreiben Sie die Zahl ohne Klammern.</translation>
    </message>
    <message>
        <source>%1 differs between IPUs. It is kept for the export to Optimum; the estimate uses the profile&apos;s own proportion.</source>
        <translation>%1 ist je nach IPU verschieden. Der Wert wird für den Export nach Optimum aufgehoben; die Schätzung gilt für den Anteil des Profils.</translation>
    </message>
    <message>
        <source>Output runs on the last IPU, because the last name makes it a stage of its own.</source>
        <translation>Der Ausgang läuft auf der letzten IPU, weil dort eine eigene Stage beginnt.</translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message>
        <source>The report does not say how full its tiles are.</source>
        <translation>Der Bericht sagt nicht, wie voll seine Tiles sind.</translation>
    </message>
    <message>
        <source>The compiled model fits: its fullest tile has %1 of %2 left.</source>
        <translation>Der Bericht passt: Auf seinem vollsten Tile sind %1 von %2 frei.</translation>
    </message>
    <message numerus="yes">
        <source>The compiled model does not fit: its fullest tile lacks %1; %Ln tile(s) need more than %2.</source>
        <translation>
            <numerusform>Der Bericht passt nicht: Seinem vollsten Tile fehlen %1; %Ln Tile braucht mehr als %2.</numerusform>
            <numerusform>Der Bericht passt nicht: Seinem vollsten Tile fehlen %1; %Ln Tiles brauchen mehr als %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute activations again instead of keeping them</source>
        <translation>Aktivierungen neu berechnen, statt sie zu behalten</translation>
    </message>
    <message>
        <source>Halve the micro-batch</source>
        <translation>Halber Micro-Batch</translation>
    </message>
    <message>
        <source>Half precision for float variables, except optimizer state</source>
        <translation>Halbe Genauigkeit von Float-Variablen, die kein Optimiererzustand sind</translation>
    </message>
    <message>
        <source>Optimizer state off chip</source>
        <translation>Optimiererzustand außerhalb des Chips</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>None</source>
        <extracomment>a short name for the operations outside any layer, used in lists of layers</extracomment>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>none</source>
        <extracomment>a stage that holds only operations outside any layer</extracomment>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>none and layer %1</source>
        <translation>Ohne, Layer %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Layer %1</translation>
    </message>
    <message>
        <source>Input</source>
        <extracomment>the operations that run before the first layer</extracomment>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Output</source>
        <extracomment>the operations that run after the last layer</extracomment>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <extracomment>layers whose names are consecutive numbers: &quot;3 to 5&quot;</extracomment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 … (%2 layers)</source>
        <extracomment>%1 is the beginning of a list of layers, %2 the number of layers in the whole list</extracomment>
        <translation>%1 … (%2 Layer)</translation>
    </message>
    <message>
        <source>none and layers %1</source>
        <extracomment>%1 is &quot;3 to 5&quot; or &quot;1, 10, 9&quot;</extracomment>
        <translation>Ohne, Layer %1</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>Layer %1</translation>
    </message>
</context>
<context>
    <name>LivenessData</name>
    <message>
        <source>Program step</source>
        <translation>Programmschritt</translation>
    </message>
    <message>
        <source>Always live</source>
        <translation>Immer live</translation>
    </message>
    <message>
        <source>Not always live</source>
        <translation>Nicht immer live</translation>
    </message>
    <message>
        <source>(lowered variables without a variable)</source>
        <translation>(Lowered-Variablen ohne Variable)</translation>
    </message>
    <message>
        <source>Step %1, layer %2</source>
        <translation>Schritt %1, Layer %2</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Live: %1</source>
        <translation>Live: %1</translation>
    </message>
    <message>
        <source>Not always live: %1</source>
        <translation>Nicht immer live: %1</translation>
    </message>
    <message>
        <source>Headroom: %1</source>
        <translation>Reserve: %1</translation>
    </message>
    <message>
        <source>Overflow: %1</source>
        <translation>Überlauf: %1</translation>
    </message>
    <message>
        <source>The profile has no liveness steps.</source>
        <translation>Das Profil hat keine Liveness-Schritte.</translation>
    </message>
    <message>
        <source>Peak %1 at step %2, layer %3; %4 always live</source>
        <translation>Peak %1 in Schritt %2, Layer %3; %4 immer live</translation>
    </message>
    <message>
        <source>Peak %1 at step %2; %3 always live</source>
        <translation>Peak %1 in Schritt %2; %3 immer live</translation>
    </message>
    <message>
        <source>%1 (variables only: the profile does not count code and vertex state)</source>
        <extracomment>%1 is the complete text about the peak, which ends with &quot;always live&quot;</extracomment>
        <translation>%1 (nur Variablen: das Profil zählt Code und Vertex-State nicht)</translation>
    </message>
    <message>
        <source>(unnamed)</source>
        <translation>(unbenannt)</translation>
    </message>
    <message>
        <source>Limit of the tile: %1</source>
        <translation>Limit des Tiles: %1</translation>
    </message>
    <message>
        <source>Limit of all tiles: %1</source>
        <translation>Limit aller Tiles: %1</translation>
    </message>
    <message>
        <source>Program step (layers: %1)</source>
        <extracomment>%1 is &quot;programs stand in for operations&quot;</extracomment>
        <translation>Programmschritt (Layer: %1)</translation>
    </message>
    <message>
        <source>Limit minus always-live bytes: %1</source>
        <translation>Rest neben dem, was immer live ist: %1</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Others, code and vertex state</source>
        <translation>Andere, Code und Vertex-State</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Live variables per tile in step %1: minimum %2 (tile %3), mean %4, maximum %5 (tile %6)</source>
        <translation>Live-Variablen pro Tile in Schritt %1: Minimum %2 (Tile %3), Mittel %4, Maximum %5 (Tile %6)</translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message>
        <source>The profile does not say what tile %1 holds.</source>
        <translation>Das Profil sagt nicht, was Tile %1 enthält.</translation>
    </message>
    <message>
        <source>Tile %1 holds %2, which is %3 more than its memory of %4.</source>
        <extracomment>%2 is the number of bytes on the tile, %3 the excess over the tile&apos;s memory, %4 that memory</extracomment>
        <translation>Tile %1 enthält %2, das sind %3 mehr als sein Speicher von %4.</translation>
    </message>
    <message>
        <source>Tile %1 holds %2; its memory is %3.</source>
        <translation>Tile %1 enthält %2; sein Speicher hat %3.</translation>
    </message>
    <message>
        <source>Tile %1 needs %2 and has %3.</source>
        <translation>Tile %1 braucht %2 und hat %3.</translation>
    </message>
    <message>
        <source>Tile %1 is out of memory.</source>
        <translation>Tile %1 hat zu wenig Speicher.</translation>
    </message>
    <message>
        <source>The variables do not fit onto one or more tiles.</source>
        <translation>Die Variablen passen nicht auf ein oder mehrere Tiles.</translation>
    </message>
    <message>
        <source>Tile %1 receives more data than fits into its memory.</source>
        <translation>Tile %1 empfängt mehr Daten, als in seinen Speicher passen.</translation>
    </message>
    <message>
        <source>Tile %1 receives more data in the exchange %2 than fits into its memory.</source>
        <extracomment>%2 is the name of an exchange</extracomment>
        <translation>Tile %1 empfängt im Exchange %2 mehr Daten, als in seinen Speicher passen.</translation>
    </message>
    <message>
        <source>The code does not fit onto tile %1.</source>
        <translation>Der Code passt nicht auf Tile %1.</translation>
    </message>
    <message>
        <source>Poplar&apos;s message: %1</source>
        <translation>Poplars Meldung: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tiles exceed their memory, by %1 in all.</source>
        <translation>
            <numerusform>%Ln Tile überschreitet seinen Speicher, zusammen um %1.</numerusform>
            <numerusform>%Ln Tiles überschreiten ihren Speicher, zusammen um %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has %2 of variables and %3 of code on this tile.</source>
        <extracomment>an exchange, and bytes</extracomment>
        <translation>%1 hat auf diesem Tile %2 Variablen und %3 Code.</translation>
    </message>
    <message>
        <source>The profile does not contain the exchange that the message names.</source>
        <translation>Das Profil hat keinen Exchange mit dem Namen in der Meldung.</translation>
    </message>
    <message>
        <source>The message and the profile give different numbers of bytes, so they may come from different compilations.</source>
        <translation>Die Meldung zählt andere Bytes als das Profil. Vielleicht gehören sie zu verschiedenen Kompilierungen.</translation>
    </message>
    <message>
        <source>No tile exceeds its memory.</source>
        <translation>Kein Tile überschreitet seinen Speicher.</translation>
    </message>
    <message>
        <source>Another tile exceeds its memory by %1.</source>
        <extracomment>%1 is a number of bytes</extracomment>
        <translation>Ein anderes Tile überschreitet seinen Speicher um %1.</translation>
    </message>
    <message>
        <source>The message names no tile, so the fullest one is explained.</source>
        <translation>Die Meldung nennt kein Tile; erklärt wird deshalb das vollste.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Liveness</source>
        <translation>Liveness</translation>
    </message>
    <message>
        <source>Tile memory</source>
        <translation>Tile-Speicher</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Program tree</source>
        <translation>Programmbaum</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Why this peak</source>
        <translation>Warum dieser Peak</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Speicherplan</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>file name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>a name that ends in .png, .svg or .pdf</source>
        <translation>ein Name, der auf .png, .svg oder .pdf endet</translation>
    </message>
    <message>
        <source>no suffix</source>
        <translation>keine Endung</translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Vertex code</source>
        <translation>Vertex-Code</translation>
    </message>
    <message>
        <source>Vertex state</source>
        <translation>Vertex-State</translation>
    </message>
    <message>
        <source>Exchange code</source>
        <translation>Exchange-Code</translation>
    </message>
    <message>
        <source>Control code</source>
        <translation>Control-Code</translation>
    </message>
    <message>
        <source>Stash</source>
        <extracomment>activations that wait for the backward pass</extracomment>
        <translation>Stash</translation>
    </message>
    <message>
        <source>Gradient accumulators</source>
        <translation>Gradientensammler</translation>
    </message>
    <message>
        <source>Owned by no operation</source>
        <translation>Zu keiner Operation gehörend</translation>
    </message>
    <message>
        <source>For the I/O tiles</source>
        <translation>Für die I/O-Tiles</translation>
    </message>
    <message>
        <source>%1, over by %2</source>
        <extracomment>%1 and %2 are numbers of bytes</extracomment>
        <translation>%1, um %2 zu viel</translation>
    </message>
</context>
<context>
    <name>RoleText</name>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>gradient accumulators</source>
        <translation>Gradientensammler</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Optimiererzustand</translation>
    </message>
    <message>
        <source>stashes</source>
        <translation>Stashes</translation>
    </message>
    <message>
        <source>activations and temporary variables</source>
        <translation>Aktivierungen und temporäre Variablen</translation>
    </message>
    <message>
        <source>constants and other always-live variables</source>
        <translation>Konstanten und andere immer lebende Variablen</translation>
    </message>
    <message>
        <source>vertex state</source>
        <translation>Vertex-State</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>owned by no operation</source>
        <translation>zu keiner Operation</translation>
    </message>
    <message>
        <source>total</source>
        <extracomment>the last row, which has the sum of all roles</extracomment>
        <translation>Summe</translation>
    </message>
    <message>
        <source>for the I/O tiles</source>
        <translation>für die I/O-Tiles</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>%1 already exists. Replace it?</source>
        <translation>%1 existiert schon. Ersetzen?</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>estimate of the pipeline</source>
        <translation>Schätzung der Pipeline</translation>
    </message>
    <message>
        <source>PopLiner&apos;s estimate</source>
        <translation>Schätzung von PopLiner</translation>
    </message>
    <message>
        <source>no recomputation</source>
        <translation>ohne Neuberechnung</translation>
    </message>
    <message>
        <source>everything recomputed except the inputs of stages</source>
        <translation>alles außer den Eingängen der Stages neu berechnet</translation>
    </message>
    <message>
        <source>everything recomputed except the inputs of layers</source>
        <translation>alles außer den Eingängen der Layer neu berechnet</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s grouped schedule</source>
        <translation>Ablauf Grouped von TensorFlow</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s interleaved schedule</source>
        <translation>Ablauf Interleaved von TensorFlow</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s sequential schedule</source>
        <translation>Ablauf Sequential von TensorFlow</translation>
    </message>
    <message>
        <source>no pipeline</source>
        <translation>keine Pipeline</translation>
    </message>
    <message>
        <source>estimate, PopLiner&apos;s setting</source>
        <translation>Schätzung, PopLiners Einstellung</translation>
    </message>
    <message>
        <source>estimate, pipeline setting</source>
        <translation>Schätzung, Einstellung Pipeline</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>Output on the first IPU</source>
        <translation>Ausgang auf der ersten IPU</translation>
    </message>
    <message>
        <source>Output on the last IPU</source>
        <translation>Ausgang auf der letzten IPU</translation>
    </message>
    <message>
        <source>no gradient accumulators added</source>
        <translation>keine Gradientensammler hinzugezählt</translation>
    </message>
    <message>
        <source>gradient accumulators added</source>
        <translation>Gradientensammler hinzugezählt</translation>
    </message>
    <message>
        <source>without bytes that belong to no operation</source>
        <translation>ohne Bytes, die zu keiner Operation gehören</translation>
    </message>
    <message>
        <source>on each IPU, all bytes that belong to no operation</source>
        <translation>alle Bytes, die zu keiner Operation gehören, auf jeder IPU</translation>
    </message>
    <message>
        <source>weights may be split over IPUs</source>
        <translation>Gewichte dürfen auf IPUs aufgeteilt werden</translation>
    </message>
    <message>
        <source>gradient accumulators in float</source>
        <translation>Gradientensammler in Float</translation>
    </message>
    <message>
        <source>optimizer state off chip</source>
        <translation>Optimiererzustand außerhalb des Chips</translation>
    </message>
</context>
<context>
    <name>Solve</name>
    <message>
        <source>The pinned splits alone make more stages than there are IPUs.</source>
        <translation>Schon die fixierten Splits ergeben mehr Stages, als es IPUs gibt.</translation>
    </message>
    <message>
        <source>Its fullest tile holds %1; it fits.</source>
        <translation>Auf seinem vollsten Tile liegen %1; er passt.</translation>
    </message>
    <message>
        <source>Its fullest tile holds %1; it does not fit.</source>
        <translation>Auf seinem vollsten Tile liegen %1; er passt nicht.</translation>
    </message>
    <message>
        <source>Greedy plan with a target proportion of %1.</source>
        <translation>Greedy-Plan mit einem Zielanteil von %1.</translation>
    </message>
    <message>
        <source>The greedy search found no plan that fits. The result is its last attempt, which puts all remaining layers on the last IPU.</source>
        <translation>Die Greedy-Suche fand keinen Plan, der passt. Dies ist ihr letzter Versuch, mit allen übrigen Layern auf der letzten IPU.</translation>
    </message>
    <message>
        <source>The greedy search found no plan: not even the first layer fits.</source>
        <translation>Die Greedy-Suche fand keinen Plan: nicht einmal der erste Layer passt.</translation>
    </message>
    <message numerus="yes">
        <source>%n IPU(s) would be enough.</source>
        <translation>
            <numerusform>%n IPU würde reichen.</numerusform>
            <numerusform>%n IPUs würden reichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of memory per tile would be enough.</source>
        <translation>%1 Speicher pro Tile würden reichen.</translation>
    </message>
    <message>
        <source>Every plan that obeys the other constraints splits a weight over several IPUs.</source>
        <translation>Jeder Plan, der alle anderen Vorgaben einhält, verteilt ein Gewicht auf mehrere IPUs.</translation>
    </message>
    <message>
        <source>There are too many layers to try all plans. The greedy search still works.</source>
        <translation>Es gibt zu viele Layer, um alle Pläne zu probieren. Die Greedy-Suche geht.</translation>
    </message>
    <message numerus="yes">
        <source>Best plan, on %n IPU(s).</source>
        <translation>
            <numerusform>Bester Plan, auf %n IPU.</numerusform>
            <numerusform>Bester Plan, auf %n IPUs.</numerusform>
        </translation>
    </message>
    <message>
        <source>Optimum: too many layers</source>
        <translation>Optimum: zu viele Layer</translation>
    </message>
    <message>
        <source>Optimum: computing… %1</source>
        <translation>Optimum: wird berechnet&#xa0;… %1</translation>
    </message>
    <message>
        <source>No plan obeys the constraints</source>
        <translation>Kein Plan erfüllt die Vorgaben</translation>
    </message>
    <message>
        <source>Optimum %1</source>
        <translation>Optimum %1</translation>
    </message>
    <message>
        <source>%1 above the optimum (%2)</source>
        <translation>%1 über dem Optimum (%2)</translation>
    </message>
    <message>
        <source>Auto-split: greedy</source>
        <translation>Auto-Split: greedy</translation>
    </message>
    <message>
        <source>Auto-split: lowest peak</source>
        <translation>Auto-Split: kleinster Peak</translation>
    </message>
    <message>
        <source>Auto-split: fewest IPUs</source>
        <translation>Auto-Split: wenigste IPUs</translation>
    </message>
    <message>
        <source>The greedy search ignores pinned and forbidden boundaries, so it was not run.</source>
        <translation>Die Greedy-Suche beachtet fixierte und verbotene Grenzen nicht und wurde deshalb nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Pinned, before layer: %1.</source>
        <extracomment>%1 is a list of layer names</extracomment>
        <translation>Fixiert, vor Layer: %1.</translation>
    </message>
    <message>
        <source>Forbidden, before layer: %1.</source>
        <extracomment>%1 is a list of layer names</extracomment>
        <translation>Verboten, vor Layer: %1.</translation>
    </message>
    <message>
        <source>Splits a weight · optimum %1</source>
        <translation>Teilt ein Gewicht · Optimum %1</translation>
    </message>
    <message>
        <source>Its fullest tile holds %1, but the figures are not reliable.</source>
        <translation>Auf seinem vollsten Tile liegen %1, aber die Zahlen sind nicht verlässlich.</translation>
    </message>
    <message>
        <source>The profile has cycle counts for too few programs to tell how fast a plan runs.</source>
        <translation>Dem Profil fehlen Takte, um zu sagen, wie schnell ein Plan läuft.</translation>
    </message>
    <message>
        <source>Its period is %1 cycles.</source>
        <translation>Seine Periode ist %1 Takte.</translation>
    </message>
    <message>
        <source>Auto-split: shortest period</source>
        <translation>Auto-Split: kürzeste Periode</translation>
    </message>
    <message>
        <source>The figures are an estimate of the pipeline.</source>
        <translation>Die Zahlen sind eine Schätzung der Pipeline.</translation>
    </message>
    <message>
        <source>The figures are PopLiner&apos;s estimate.</source>
        <translation>Die Zahlen sind PopLiners Schätzung.</translation>
    </message>
    <message>
        <source>The following may be wrong, because the figures are not reliable (see the warnings):</source>
        <translation>Das kann falsch sein, denn die Zahlen sind nicht verlässlich (siehe die Warnungen):</translation>
    </message>
    <message>
        <source>No plan obeys the pinned and forbidden boundaries and the limits on the number of layers on an IPU.</source>
        <translation>Kein Plan beachtet die fixierten und verbotenen Grenzen und die Grenzen für die Zahl der Layer auf einer IPU.</translation>
    </message>
    <message>
        <source>Every plan overflows an IPU.</source>
        <translation>Jeder Plan bringt eine IPU zum Überlaufen.</translation>
    </message>
    <message>
        <source>The figures are not reliable</source>
        <translation>Die Zahlen sind nicht verlässlich</translation>
    </message>
    <message>
        <source>Optimal</source>
        <translation>Optimal</translation>
    </message>
    <message>
        <source>Lowest peak, does not fit</source>
        <translation>Niedrigste Spitze, passt nicht</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>Opening the file</source>
        <translation>Datei wird geöffnet</translation>
    </message>
    <message>
        <source>Reading programs and vertices</source>
        <translation>Programme und Vertices werden gelesen</translation>
    </message>
    <message>
        <source>Reading liveness</source>
        <translation>Liveness wird gelesen</translation>
    </message>
    <message>
        <source>Reading lowered variables</source>
        <translation>Lowered-Variablen werden gelesen</translation>
    </message>
    <message>
        <source>Reading operations</source>
        <translation>Operationen werden gelesen</translation>
    </message>
    <message>
        <source>Reading debug information</source>
        <translation>Debug-Informationen werden gelesen</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Profil wird geprüft</translation>
    </message>
    <message>
        <source>Finding layers</source>
        <translation>Layer werden gesucht</translation>
    </message>
    <message>
        <source>Grouping variables by tile</source>
        <translation>Variablen werden nach Tiles gruppiert</translation>
    </message>
    <message>
        <source>Estimating all runs of layers</source>
        <translation>Alle Folgen von Layern werden geschätzt</translation>
    </message>
    <message>
        <source>Solving</source>
        <extracomment>looking for the best plan</extracomment>
        <translation>Plan wird gesucht</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Datei wird geschrieben</translation>
    </message>
    <message>
        <source>Opening a profile</source>
        <translation>Profil wird geöffnet</translation>
    </message>
    <message>
        <source>Estimating the plan</source>
        <translation>Plan wird geschätzt</translation>
    </message>
    <message>
        <source>Looking for the best plan</source>
        <translation>Bester Plan wird gesucht</translation>
    </message>
    <message>
        <source>Reading reports</source>
        <translation>Reports werden gelesen</translation>
    </message>
</context>
<context>
    <name>SummaryText</name>
    <message>
        <source>Warnings and notes</source>
        <translation>Warnungen und Hinweise</translation>
    </message>
    <message>
        <source>None.</source>
        <extracomment>shown if there are no warnings</extracomment>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>Target</source>
        <extracomment>the hardware that the model was compiled for</extracomment>
        <translation>Zielhardware</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>IPUs</source>
        <translation>IPUs</translation>
    </message>
    <message>
        <source>Tiles per IPU</source>
        <translation>Tiles pro IPU</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Memory per tile</source>
        <translation>Speicher pro Tile</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Replicas</translation>
    </message>
    <message>
        <source>Clock</source>
        <extracomment>frequency of the IPU</extracomment>
        <translation>Takt</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Counts</source>
        <extracomment>heading of a table with the numbers of layers, operations, ...</extracomment>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>%1, of which %2 have programs</source>
        <translation>%1, davon %2 mit Programmen</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Compute sets</source>
        <translation>Compute-Sets</translation>
    </message>
    <message>
        <source>Vertex types</source>
        <translation>Vertex-Typen</translation>
    </message>
    <message>
        <source>Liveness steps</source>
        <translation>Liveness-Schritte</translation>
    </message>
    <message>
        <source>Equivalence classes</source>
        <translation>Äquivalenzklassen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Lowered variables</source>
        <translation>Lowered-Variablen</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>from the debug information</source>
        <translation>aus den Debug-Informationen</translation>
    </message>
    <message>
        <source>from the profile&apos;s tables</source>
        <translation>aus den Tabellen des Profils</translation>
    </message>
    <message>
        <source>Debug information</source>
        <translation>Debug-Informationen</translation>
    </message>
    <message>
        <source>none: no source lines</source>
        <translation>keine: ohne Quellzeilen</translation>
    </message>
    <message>
        <source>Tile memory</source>
        <translation>Tile-Speicher</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message numerus="yes">
        <source>%Ln categories</source>
        <translation>
            <numerusform>%Ln Kategorie</numerusform>
            <numerusform>%Ln Kategorien</numerusform>
        </translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>none: the model was not run</source>
        <translation>keine: das Modell lief nicht</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Poplar counted</source>
        <extracomment>columns of a table of bytes: as Poplar counted them, as estimated, missing from the estimate, and too many in the estimate</extracomment>
        <translation>Poplar zählte</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Vertex code</source>
        <translation>Vertex-Code</translation>
    </message>
    <message>
        <source>Vertex state</source>
        <translation>Vertex-State</translation>
    </message>
    <message>
        <source>Exchange code</source>
        <translation>Exchange-Code</translation>
    </message>
    <message>
        <source>Control code</source>
        <translation>Control-Code</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>All tiles</source>
        <translation>Alle Tiles</translation>
    </message>
    <message>
        <source>Tile %1, step %2</source>
        <translation>Tile %1, Schritt %2</translation>
    </message>
    <message>
        <source>The largest variables that the estimate misses on that tile at that step:</source>
        <translation>Die größten Variablen, die der Schätzung auf diesem Tile in diesem Schritt fehlen:</translation>
    </message>
    <message>
        <source>(without a variable)</source>
        <translation>(ohne Variable)</translation>
    </message>
    <message>
        <source>used outside layers only</source>
        <translation>nur außerhalb von Layern benutzt</translation>
    </message>
    <message>
        <source>used by no operation</source>
        <translation>von keiner Operation benutzt</translation>
    </message>
    <message>
        <source>How far the estimate can be trusted</source>
        <translation>Wie weit der Schätzung zu trauen ist</translation>
    </message>
    <message>
        <source>Being worked out…</source>
        <translation>Wird ermittelt&#xa0;…</translation>
    </message>
    <message>
        <source>none: no layers</source>
        <translation>keine: ohne Layer</translation>
    </message>
    <message>
        <source>Figures of plans: %1.</source>
        <extracomment>%1 is a setting: &quot;estimate, pipeline setting, training, Output on the last IPU&quot;</extracomment>
        <translation>Zahlen von Plänen: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln contexts in use</source>
        <translation>
            <numerusform>%Ln verwendeter Kontext</numerusform>
            <numerusform>%Ln verwendete Kontexte</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Too much</source>
        <translation>Zu viel</translation>
    </message>
    <message>
        <source>Owned by no operation</source>
        <translation>Zu keiner Operation</translation>
    </message>
    <message>
        <source>The bytes that Poplar counted, compared with the estimate of a plan with one stage. Always-live bytes that belong to no operation are shared among the IPUs.</source>
        <translation>Was Poplar zählte, neben der Schätzung für einen Plan mit einer Stage. Was immer live ist und zu keiner Operation gehört, wird auf die IPUs verteilt.</translation>
    </message>
    <message>
        <source>The bytes that Poplar counted, compared with PopLiner&apos;s estimate of a plan with one stage. No estimate of a plan includes the bytes that belong to no operation.</source>
        <translation>Was Poplar zählte, neben der Schätzung von PopLiner für einen Plan mit einer Stage. Was zu keiner Operation gehört, fehlt in jedem Plan.</translation>
    </message>
    <message>
        <source>One stage, all tiles</source>
        <extracomment>one stage: a plan without splits</extracomment>
        <translation>Eine Stage, alle Tiles</translation>
    </message>
    <message>
        <source>Always live</source>
        <translation>Immer live</translation>
    </message>
    <message>
        <source>Not always live</source>
        <translation>Nicht immer live</translation>
    </message>
    <message>
        <source>Graphcore&apos;s own tests of PopLiner tolerate an estimate of one stage that is 10.8 to 17.5 % too low on the fullest tile.</source>
        <translation>Graphcores eigene Tests von PopLiner lassen zu, dass dessen Schätzung für eine Stage auf dem vollsten Tile um 10,8 bis 17,5 % zu niedrig ist.</translation>
    </message>
    <message>
        <source>Not in the estimate: data that pass through an IPU on their way to another IPU, buffers and code of exchanges between IPUs, off-chip state, and everything that Poplar plans separately for each IPU.</source>
        <translation>Nicht in der Schätzung: was eine IPU nur durchquert, Puffer und Code des Austauschs zwischen IPUs, Zustand außerhalb des Chips, und was Poplar für jede IPU neu plant.</translation>
    </message>
    <message>
        <source>The longest phases of the compilation. A phase can be part of another phase.</source>
        <translation>Die längsten Phasen des Kompilierens. Sie liegen ineinander.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message numerus="yes">
        <source>%Ln shorter phases are not listed.</source>
        <translation>
            <numerusform>%Ln kürzere Phase ist nicht aufgeführt.</numerusform>
            <numerusform>%Ln kürzere Phasen sind nicht aufgeführt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>Poplar</source>
        <extracomment>version of the Poplar SDK</extracomment>
        <translation>Poplar</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Engine options that differ from their defaults:</source>
        <translation>Engine-Optionen, die von ihrer Voreinstellung abweichen:</translation>
    </message>
    <message>
        <source>All figures include the bytes of instrumentation: %1 (%2) are always live, and %3 (%4) are live at times. A model that is not profiled does not need these bytes.</source>
        <extracomment>%1 and %3 are bytes, %2 and %4 their percentages of all bytes</extracomment>
        <translation>Die Instrumentierung steckt in allen Zahlen: %1 (%2), die immer live sind, und %3 (%4), die zeitweise live sind. Ein Modell ohne Profil braucht sie nicht.</translation>
    </message>
    <message>
        <source>Not-always-live bytes of each step</source>
        <translation>Nicht immer live Bytes jedes Schritts</translation>
    </message>
    <message>
        <source>Always-live bytes of each tile</source>
        <translation>Immer live Bytes jedes Tiles</translation>
    </message>
    <message>
        <source>Not-always-live bytes of each tile</source>
        <translation>Nicht immer live Bytes jedes Tiles</translation>
    </message>
    <message>
        <source>Bytes of each tile, without gaps</source>
        <translation>Bytes jedes Tiles, ohne Lücken</translation>
    </message>
    <message>
        <source>Bytes of each tile, with gaps</source>
        <translation>Bytes jedes Tiles, mit Lücken</translation>
    </message>
    <message>
        <source>Addresses of variables that are live at the same time</source>
        <translation>Adressen dessen, was gleichzeitig live ist</translation>
    </message>
    <message>
        <source>Bytes of each category</source>
        <translation>Bytes jeder Kategorie</translation>
    </message>
    <message>
        <source>Vertex state of each tile</source>
        <translation>Vertex-State jedes Tiles</translation>
    </message>
    <message>
        <source>Memory of compute sets</source>
        <translation>Speicher der Compute-Sets</translation>
    </message>
    <message>
        <source>Self-checks</source>
        <translation>Selbstprüfung</translation>
    </message>
    <message>
        <source>The profile states no figure twice, so there is nothing to check.</source>
        <translation>Das Profil nennt keine Zahl zweimal, also gibt es nichts zu prüfen.</translation>
    </message>
    <message>
        <source>Figures that the profile states twice, checked against each other:</source>
        <translation>Zahlen, die das Profil zweimal nennt, miteinander verglichen:</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>agree</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>lowered variables</source>
        <translation>Lowered-Variablen</translation>
    </message>
    <message>
        <source>debug information</source>
        <translation>Debug-Information</translation>
    </message>
    <message>
        <source>liveness</source>
        <translation>Liveness</translation>
    </message>
    <message>
        <source>estimated cycles</source>
        <translation>geschätzte Takte</translation>
    </message>
    <message>
        <source>execution, if the model is run</source>
        <translation>Ausführung, wenn das Modell läuft</translation>
    </message>
    <message>
        <source>Missing parts, and the engine option that adds each:</source>
        <translation>Was ihnen fehlt, und die Engine-Option dafür:</translation>
    </message>
    <message>
        <source>none: named programs stand in for them</source>
        <translation>keine: benannte Programme vertreten sie</translation>
    </message>
    <message>
        <source>Engine options with their defaults:</source>
        <translation>Engine-Optionen mit ihren Vorgaben:</translation>
    </message>
    <message>
        <source>Memory per IPU</source>
        <translation>Speicher je IPU</translation>
    </message>
    <message>
        <source>Memory of all IPUs</source>
        <translation>Speicher aller IPUs</translation>
    </message>
    <message>
        <source>Type</source>
        <extracomment>IPU, IPU_MODEL or CPU</extracomment>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Vertices</translation>
    </message>
    <message>
        <source>Compared with another report</source>
        <translation>Verglichen mit einem anderen Report</translation>
    </message>
    <message>
        <source>Edges</source>
        <extracomment>edges of the graph</extracomment>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>What the files hold</source>
        <translation>Was die Dateien enthalten</translation>
    </message>
    <message>
        <source>Meta data</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Instrumented compute</source>
        <translation>Berechnung instrumentiert</translation>
    </message>
    <message>
        <source>Instrumented external exchanges</source>
        <translation>Externe Exchanges instrumentiert</translation>
    </message>
</context>
<context>
    <name>TiedWeights</name>
    <message>
        <source>Shares the weight %1 (%2) with %3</source>
        <extracomment>%1 is the name of a weight, %2 a number of bytes, %3 a list: &quot;layer 3, Output&quot;</extracomment>
        <translation>Teilt das Gewicht %1 (%2) mit %3</translation>
    </message>
    <message numerus="yes">
        <source>and %n more weight(s)</source>
        <translation>
            <numerusform>und %n weiteres Gewicht</numerusform>
            <numerusform>und %n weitere Gewichte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TileMemoryData</name>
    <message>
        <source>Tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>Bytes on a tile</source>
        <translation>Bytes auf einem Tile</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>total</source>
        <extracomment>the last row, which has the sum of all categories</extracomment>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>variables</source>
        <extracomment>categories of memory, beside numbers of bytes</extracomment>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>vertex code</source>
        <translation>Vertex-Code</translation>
    </message>
    <message>
        <source>vertex state</source>
        <translation>Vertex-State</translation>
    </message>
    <message>
        <source>exchange code</source>
        <translation>Exchange-Code</translation>
    </message>
    <message>
        <source>control code</source>
        <translation>Control-Code</translation>
    </message>
    <message>
        <source>Tile %1: %2</source>
        <translation>Tile %1: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Headroom: %1</source>
        <translation>Reserve: %1</translation>
    </message>
    <message>
        <source>Overflow: %1</source>
        <translation>Überlauf: %1</translation>
    </message>
    <message>
        <source>The profile does not say how much memory each tile needs.</source>
        <translation>Das Profil sagt nicht, wie viel Speicher jedes Tile braucht.</translation>
    </message>
    <message>
        <source>Fullest tile %1: %2, headroom %3</source>
        <translation>Vollstes Tile %1: %2, Reserve %3</translation>
    </message>
    <message>
        <source>Fullest tile %1: %2, overflow %3</source>
        <translation>Vollstes Tile %1: %2, Überlauf %3</translation>
    </message>
    <message numerus="yes">
        <source>%1; %2 of %Ln tiles over the limit</source>
        <extracomment>%1 is the text about the fullest tile, %2 a number of tiles</extracomment>
        <translation>
            <numerusform>%1; %2 von %Ln Tile über dem Limit</numerusform>
            <numerusform>%1; %2 von %Ln Tiles über dem Limit</numerusform>
        </translation>
    </message>
    <message>
        <source>shared addresses</source>
        <translation>geteilte Adressen</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>stash</source>
        <translation>Stash</translation>
    </message>
    <message>
        <source>gradient accumulators</source>
        <translation>Gradientensammler</translation>
    </message>
    <message>
        <source>owned by no operation</source>
        <translation>zu keiner Operation</translation>
    </message>
    <message>
        <source>over the limit</source>
        <extracomment>tiles with more bytes than fit into their memory</extracomment>
        <translation>über dem Limit</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln tiles</source>
        <extracomment>tiles that hold from %1 to %2 bytes</extracomment>
        <translation>
            <numerusform>%1 bis %2: %Ln Tile</numerusform>
            <numerusform>%1 bis %2: %Ln Tiles</numerusform>
        </translation>
    </message>
    <message>
        <source>stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>(unnamed)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln smaller ones</source>
        <extracomment>small categories of memory that are drawn as one</extracomment>
        <translation>
            <numerusform>%Ln kleinere</numerusform>
            <numerusform>%Ln kleinere</numerusform>
        </translation>
    </message>
    <message>
        <source>With gaps</source>
        <translation>Mit Lücken</translation>
    </message>
    <message>
        <source>%1. A tile is full up to the end of its last variable, so gaps between variables count as full.</source>
        <extracomment>%1 is the text about the fullest tile and the tiles over the limit</extracomment>
        <translation>%1. Ein Tile ist so voll, wie seine letzte Variable reicht: Lücken zählen mit.</translation>
    </message>
    <message>
        <source>Limit per tile: %1</source>
        <translation>Limit je Tile: %1</translation>
    </message>
    <message>
        <source>Fullest tile %1: %2</source>
        <translation>Vollstes Tile %1: %2</translation>
    </message>
    <message>
        <source>for the I/O tiles</source>
        <translation>für die I/O-Tiles</translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>interleaved memory</source>
        <extracomment>a kind of memory from which two elements can be loaded at a time</extracomment>
        <translation>Interleaved-Speicher</translation>
    </message>
    <message>
        <source>memory that is not interleaved</source>
        <translation>Nicht-Interleaved-Speicher</translation>
    </message>
    <message>
        <source>beyond the tile&apos;s memory</source>
        <translation>außerhalb des Tile-Speichers</translation>
    </message>
    <message>
        <source>always live</source>
        <translation>immer live</translation>
    </message>
    <message>
        <source>live for a time</source>
        <translation>zeitweise live</translation>
    </message>
    <message>
        <source>data of vertices</source>
        <translation>Daten von Vertices</translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message>
        <source>measured</source>
        <extracomment>where cycles come from</extracomment>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>geschätzt</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Beispiele/s</translation>
    </message>
    <message>
        <source>Transfers: %1 GiB/s between IPUs, and %2 cycles before the first byte.</source>
        <translation>Übertragungen: %1 GiB/s zwischen IPUs, und %2 Takte vor dem ersten Byte.</translation>
    </message>
    <message>
        <source>The cycles were measured in a run that the profile contains.</source>
        <translation>Die Takte wurden in einem Lauf des Profils gemessen.</translation>
    </message>
    <message>
        <source>Where the profile has no measured cycles, Poplar&apos;s estimate is used.</source>
        <translation>Die Takte sind Poplars Schätzung, wo das Profil keine gemessenen hat.</translation>
    </message>
    <message>
        <source>You can change these numbers under More options &gt; Numbers.</source>
        <translation>Weitere Optionen &gt; Zahlen ändert diese Zahlen.</translation>
    </message>
    <message>
        <source>The speed of a plan is known only if the profile has the cycles of at least 95 % of the compute sets and exchanges. This profile has fewer.</source>
        <translation>Um zu sagen, wie schnell ein Plan läuft, braucht es die Takte von mindestens 95 % der Compute-Sets und Exchanges. Dieses Profil hat die von weniger.</translation>
    </message>
    <message>
        <source>The number of micro-batches is raised from %1 to fill the pipeline.</source>
        <translation>Die Zahl der Micro-Batches ist von %1 angehoben, damit sich die Pipeline füllt.</translation>
    </message>
    <message>
        <source>Period: the cycles of the slowest IPU for a micro-batch, plus those of the slowest transfer. It does not include transfers with the host, syncs or waiting.</source>
        <translation>Periode: Takte der langsamsten IPU für einen Micro-Batch plus Takte der langsamsten Übertragung. Übertragungen zum Host, Syncs und Warten sind nicht darin.</translation>
    </message>
    <message>
        <source>Utilisation: the share of the time that is not spent on filling and draining the pipeline or on updating the weights, with %1 micro-batches of %2 samples.</source>
        <translation>Auslastung: was das Füllen und Leeren der Pipeline und das Aktualisieren der Gewichte übrig lassen, bei %1 Micro-Batches von %2 Beispielen.</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet …</translation>
    </message>
    <message>
        <source>the profile lacks cycles</source>
        <translation>dem Profil fehlen Takte</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>IPU %1: %2</source>
        <translation>IPU %1: %2</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <extracomment>how much of the period an IPU works</extracomment>
        <translation>%1 aktiv</translation>
    </message>
    <message>
        <source>Waits for IPU %1, which takes longest in a full cycle</source>
        <translation>Wartet auf IPU %1, die in einem vollen Takt am längsten braucht</translation>
    </message>
    <message>
        <source>%1: shortens the period by %3, to %2 (see the context menu)</source>
        <extracomment>%1 is &quot;Move layer 3 to IPU 1&quot;, %2 &quot;1.2 M cycles&quot;, %3 &quot;5 %&quot;</extracomment>
        <translation>%1: verkürzt die Periode um %3 auf %2 (siehe Kontextmenü)</translation>
    </message>
    <message>
        <source>No move of one layer shortens the period</source>
        <translation>Kein Verschieben eines Layers verkürzt die Periode</translation>
    </message>
    <message>
        <source>In a period: %1 busy, %2 waiting</source>
        <translation>In einer Periode: %1 Arbeit, %2 Warten</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Fits: headroom %1 (%2), least on IPU %3</source>
        <translation>Passt: Reserve %1 (%2), am kleinsten auf IPU %3</translation>
    </message>
    <message>
        <source>%1 of %2 IPUs overflows: IPU %3 by %4 (%5)</source>
        <extracomment>%1 is 1, %2 a number of IPUs, %3 the number of the IPU, %4 bytes, %5 their percentage</extracomment>
        <translation>%1 von %2 IPUs läuft über: IPU %3 um %4 (%5)</translation>
    </message>
    <message>
        <source>%1 of %2 IPUs overflow, IPU %3 most: by %4 (%5)</source>
        <translation>%1 von %2 IPUs laufen über, IPU %3 um %4 (%5)</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet&#xa0;…</translation>
    </message>
    <message>
        <source>IPU %1: %2</source>
        <extracomment>%1 is a number, %2 &quot;limit 638,976 B&quot;</extracomment>
        <translation>IPU %1: %2</translation>
    </message>
    <message>
        <source>The plan splits a weight</source>
        <translation>Der Plan teilt ein Gewicht auf</translation>
    </message>
    <message>
        <source>The figures are not reliable</source>
        <translation>Die Zahlen sind nicht verlässlich</translation>
    </message>
    <message>
        <source>limit %1</source>
        <extracomment>%1 is a number of bytes</extracomment>
        <translation>Limit %1</translation>
    </message>
    <message>
        <source>limit %1, %2 % of %3 kept free</source>
        <extracomment>%1 and %3 are numbers of bytes, %2 is a whole number</extracomment>
        <translation>Limit %1, %2 % von %3 freigehalten</translation>
    </message>
    <message>
        <source>Move %1 to IPU %2</source>
        <extracomment>%1 is &quot;layer 3&quot;, &quot;Input&quot; or &quot;Output&quot;, %2 a number</extracomment>
        <translation>%1 auf IPU %2 verschieben</translation>
    </message>
    <message>
        <source>Best plan</source>
        <translation>Bester Plan</translation>
    </message>
    <message numerus="yes">
        <source>Use %n IPU(s)</source>
        <translation>
            <numerusform>%n IPU verwenden</numerusform>
            <numerusform>%n IPUs verwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>Then the fullest tile holds %1, and the plan fits</source>
        <translation>Dann liegen auf dem vollsten Tile %1, und der Plan passt</translation>
    </message>
    <message>
        <source>Then the fullest tile holds %1; the plan is still over by %2</source>
        <translation>Dann liegen auf dem vollsten Tile %1; der Plan ist noch um %2 zu groß</translation>
    </message>
    <message>
        <source>Run Output on the first IPU</source>
        <translation>Ausgang auf der ersten IPU laufen lassen</translation>
    </message>
    <message>
        <source>No number of IPUs is enough: the lowest peak is %1. Tile memory &gt; Roles shows the effect of changes to the model.</source>
        <extracomment>%1 is a number of bytes; Roles is a tab of the Tile memory page</extracomment>
        <translation>Keine Zahl von IPUs reicht: Der kleinste Peak ist %1. Tile-Speicher &gt; Rollen zeigt, was Änderungen am Modell bewirken.</translation>
    </message>
    <message>
        <source>%1 IPUs used; %2 are acquired, because IPUs are acquired in powers of two</source>
        <extracomment>%1 and %2 are numbers of IPUs</extracomment>
        <translation>%1 IPUs benutzt; belegt werden %2, denn IPUs werden in Zweierpotenzen belegt</translation>
    </message>
    <message>
        <source>%1 of %2 IPUs used</source>
        <extracomment>%1 and %2 are numbers of IPUs</extracomment>
        <translation>%1 von %2 IPUs benutzt</translation>
    </message>
    <message>
        <source>Then the fullest tile holds %1</source>
        <translation>Dann hält das vollste Tile %1</translation>
    </message>
    <message>
        <source>Fits, but tightly: headroom %1 (%2), least on IPU %3</source>
        <extracomment>%1 is a number of bytes, %2 its percentage of the limit, %3 the number of an IPU</extracomment>
        <translation>Passt, aber knapp: %1 frei (%2), am wenigsten auf IPU %3</translation>
    </message>
    <message>
        <source>Output runs on the first IPU, because it shares a weight with Input</source>
        <translation>Output läuft auf der ersten IPU, weil es ein Gewicht mit Input teilt</translation>
    </message>
    <message>
        <source>%1, fits</source>
        <extracomment>what a remedy leads to; %1 is the peak, %2 the bytes over the limit</extracomment>
        <translation>%1, passt</translation>
    </message>
    <message>
        <source>%1, over by %2</source>
        <translation>%1, %2 zu viel</translation>
    </message>
</context>
<context>
    <name>Warnings</name>
    <message>
        <source>variables that are live at the same time share the address %1</source>
        <translation>haben gleichzeitig lebende Variablen die Adresse %1 gemeinsam</translation>
    </message>
    <message>
        <source>it states %2 for variables of the category %1, but their sizes sum to %3</source>
        <extracomment>%1 is the name of a category of variables</extracomment>
        <translation>sind die Variablen der Kategorie %1 %2 groß, aber ihre Größen ergeben %3</translation>
    </message>
    <message>
        <source>it states %1 for vertex states, but the states of the vertices on this tile sum to %2</source>
        <translation>sind die Vertexzustände %1 groß, aber die der Vertices %2</translation>
    </message>
    <message>
        <source>it states %1 for compute sets, but their parts sum to %2</source>
        <translation>sind die Compute-Sets %1 groß, aber ihre Teile %2</translation>
    </message>
    <message>
        <source>The profile has no operation tables, so operations come from the debug information.</source>
        <translation>Das Profil hat keine Tabellen der Operationen: sie kommen aus den Debug-Informationen.</translation>
    </message>
    <message>
        <source>There is no debug information, so there are no source lines.</source>
        <translation>Es gibt keine Debug-Informationen, also auch keine Quellzeilen.</translation>
    </message>
    <message>
        <source>Put the debug.cbor of the same compilation beside the profile, and open the profile again.</source>
        <translation>Legen Sie die debug.cbor derselben Kompilierung neben das Profil, und öffnen Sie es erneut.</translation>
    </message>
    <message>
        <source>The debug information names none of the profile&apos;s contexts.</source>
        <translation>Die Debug-Informationen nennen keinen der Kontexte des Profils.</translation>
    </message>
    <message>
        <source>Use the debug.cbor that Poplar wrote with this profile.</source>
        <translation>Benutzen Sie die debug.cbor, die Poplar mit diesem Profil geschrieben hat.</translation>
    </message>
    <message>
        <source>The model was not run, so the profile has no execution.</source>
        <translation>Das Modell lief nicht: das Profil enthält keine Ausführung.</translation>
    </message>
    <message numerus="yes">
        <source>The parent of %Ln debug context(s) is not in the file.</source>
        <translation>
            <numerusform>%Ln Debug-Kontext hat einen Vorgänger, der nicht in der Datei ist.</numerusform>
            <numerusform>%Ln Debug-Kontexte haben einen Vorgänger, der nicht in der Datei ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The programs of %Ln operation(s) occur in no liveness step.</source>
        <translation>
            <numerusform>%Ln Operation hat Programme, die in keinem Liveness-Schritt vorkommen.</numerusform>
            <numerusform>%Ln Operationen haben Programme, die in keinem Liveness-Schritt vorkommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The debug information holds no operations, so there are no layers to split.</source>
        <translation>Die Debug-Informationen enthalten keine Operationen: Es gibt keine Layer zum Aufteilen.</translation>
    </message>
    <message>
        <source>Profile a program that a framework made; only such programs have operations.</source>
        <translation>Nur Programme, die ein Framework erzeugt hat, haben Operationen.</translation>
    </message>
    <message>
        <source>There is no debug information to take operations from, so there are no layers to split.</source>
        <translation>Es gibt keine Debug-Informationen, aus denen Operationen kämen: Es gibt keine Layer zum Aufteilen.</translation>
    </message>
    <message>
        <source>The profile contains no lowered variables, so no memory estimate is possible.</source>
        <translation>Das Profil enthält keine Lowered-Variablen, daher lässt sich der Speicher nicht schätzen.</translation>
    </message>
    <message>
        <source>Compile again with the engine option autoReport.outputLoweredVars set to true.</source>
        <translation>Kompilieren Sie neu, mit der Engine-Option autoReport.outputLoweredVars auf true.</translation>
    </message>
    <message>
        <source>The debug information ends too early, at %1. Layers may be missing, so the figures of plans are not valid.</source>
        <translation>Die Debug-Informationen enden zu früh, bei %1: Es können Layer fehlen, daher gelten die Zahlen von Plänen nicht.</translation>
    </message>
    <message>
        <source>Copy the debug information again, and open the profile again.</source>
        <translation>Kopieren Sie die Debug-Informationen noch einmal, und öffnen Sie das Profil dann erneut.</translation>
    </message>
    <message>
        <source>The debug information ends too early, at %1. Source lines may be missing.</source>
        <translation>Die Debug-Informationen enden zu früh, bei %1: Es können Quellzeilen fehlen.</translation>
    </message>
    <message>
        <source>Another profile in the same directory is from another compilation and was not read: %1</source>
        <translation>Neben dem Profil liegt eines von einer anderen Kompilierung, das nicht gelesen wurde: %1</translation>
    </message>
    <message>
        <source>Poplar wrote version %1 of its profile. Tileline knows only older versions, and ignores what this version added.</source>
        <translation>Poplar hat Version %1 seines Profils geschrieben. Sie ist neuer als die Versionen, die Tileline kennt.</translation>
    </message>
    <message>
        <source>The exporter could not get this part: %1</source>
        <translation>Der Exporter konnte diesen Teil nicht lesen: %1</translation>
    </message>
    <message>
        <source>Profile again with the engine option autoReport.all set to true.</source>
        <translation>Profilieren Sie neu, mit der Engine-Option autoReport.all auf true.</translation>
    </message>
    <message>
        <source>A layer was found for only %1 % of the operations.</source>
        <translation>Nur für %1 % der Operationen wurde ein Layer gefunden.</translation>
    </message>
    <message>
        <source>Adapt the layer expression to your operation names (Plan &gt; Layers).</source>
        <translation>Passen Sie den Layer-Ausdruck an Ihre Operationsnamen an (Plan &gt; Layer).</translation>
    </message>
    <message numerus="yes">
        <source>Inputs of %Ln call(s) come from several layers; the first such call is %1.</source>
        <translation>
            <numerusform>%Ln Aufruf hat Eingaben aus mehreren Layern; der erste ist %1.</numerusform>
            <numerusform>%Ln Aufrufe haben Eingaben aus mehreren Layern; der erste ist %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Compile again with the environment variable POPART_POPLINER_OUTLINER_REGEX set to the layer expression, so that code is not shared across layers.</source>
        <translation>Kompilieren Sie neu, mit dem Layer-Ausdruck in der Umgebungsvariablen POPART_POPLINER_OUTLINER_REGEX, damit Layer keinen Code gemeinsam benutzen.</translation>
    </message>
    <message>
        <source>The layer expression matches no operation, so there is nothing to split.</source>
        <translation>Der Layer-Ausdruck trifft keine Operation: es gibt nichts aufzuteilen.</translation>
    </message>
    <message>
        <source>The profile contradicts itself. In step %1, %2.</source>
        <extracomment>%2 is a text about the two figures that contradict each other</extracomment>
        <translation>Das Profil widerspricht sich. In Schritt %1 %2.</translation>
    </message>
    <message>
        <source>The profile contradicts itself. On tile %1, %2.</source>
        <translation>Das Profil widerspricht sich. Auf Tile %1 %2.</translation>
    </message>
    <message numerus="yes">
        <source>The same contradiction occurs in %Ln more step(s).</source>
        <translation>
            <numerusform>Derselbe Widerspruch besteht in %Ln weiteren Schritt.</numerusform>
            <numerusform>Derselbe Widerspruch besteht in %Ln weiteren Schritten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same contradiction occurs on %Ln more tile(s).</source>
        <translation>
            <numerusform>Derselbe Widerspruch besteht auf %Ln weiteren Tile.</numerusform>
            <numerusform>Derselbe Widerspruch besteht auf %Ln weiteren Tiles.</numerusform>
        </translation>
    </message>
    <message>
        <source>The figures of plans and of liveness are not valid.</source>
        <translation>Die Zahlen von Plänen und der Liveness gelten nicht.</translation>
    </message>
    <message>
        <source>Layer %1 holds operations of several modules, %2 and %3.</source>
        <extracomment>%2 and %3 are modules, such as bert.encoder.layer.0</extracomment>
        <translation>Layer %1 enthält Operationen mehrerer Module, %2 und %3.</translation>
    </message>
    <message numerus="yes">
        <source>The same goes for %n more layer(s).</source>
        <translation>
            <numerusform>Das gilt für %n weiteren Layer.</numerusform>
            <numerusform>Das gilt für %n weitere Layer.</numerusform>
        </translation>
    </message>
    <message>
        <source>Other layers run between these modules, so no stage can contain the whole of such a layer. The figures are not reliable.</source>
        <translation>Dazwischen laufen andere Layer, sodass keine Stage einen solchen Layer enthält. Die Zahlen sind nicht verlässlich.</translation>
    </message>
    <message>
        <source>To put the modules into separate layers, use the layer expression (Plan &gt; Layers): %1</source>
        <extracomment>%1 is a regular expression</extracomment>
        <translation>Verwenden Sie, um sie zu trennen, diesen Layer-Ausdruck (Plan &gt; Layer): %1</translation>
    </message>
    <message>
        <source>%1 of the variables, %2, are used only outside layers. No stage holds them, so the figures are too low.</source>
        <extracomment>%1 is a number in per cent, %2 a number of bytes</extracomment>
        <translation>%1 der Variablen, %2, werden nur außerhalb von Layern benutzt. Sie sind auf keiner Stage, daher sind die Zahlen zu niedrig.</translation>
    </message>
    <message>
        <source>The largest such variable is %1 (%2).</source>
        <extracomment>%1 is the name of a variable, %2 a number of bytes</extracomment>
        <translation>Die größte dieser Variablen ist %1 (%2).</translation>
    </message>
    <message>
        <source>Choose the pipeline setting, which counts these variables.</source>
        <translation>Die Einstellung Pipeline zählt diese Variablen mit.</translation>
    </message>
    <message>
        <source>The plan is for training, but the profile is of inference and has no gradients. The figures are not reliable.</source>
        <translation>Der Plan ist für Training, das Profil aber von Inferenz: Es hat keine Gradienten. Die Zahlen sind nicht verlässlich.</translation>
    </message>
    <message>
        <source>The plan is for inference, but the profile is of training. The figures are not reliable.</source>
        <translation>Der Plan ist für Inferenz, das Profil aber von Training. Die Zahlen sind nicht verlässlich.</translation>
    </message>
    <message>
        <source>The profile does not show which gradient belongs to which weight, so the gradient accumulators are not known and not counted.</source>
        <translation>Kein Gradient nennt sein Gewicht: Die Gradientensammler sind nicht zu erkennen und nicht mitgezählt.</translation>
    </message>
    <message>
        <source>Leave room for the accumulators, and set gradient accumulators to none.</source>
        <translation>Lassen Sie Platz für die Gradientensammler und schalten Sie sie aus.</translation>
    </message>
    <message>
        <source>The weight %1 (%2) is split over IPUs: %3 and %4 use it. No framework compiles such a plan.</source>
        <extracomment>%1 is the name of a weight, %2 a number of bytes, %3 and %4 are &quot;Input&quot;, &quot;layer 3&quot; or &quot;Output&quot;</extracomment>
        <translation>Das Gewicht %1 (%2) ist auf IPUs aufgeteilt: %3 und %4 benutzen es. Kein Framework übersetzt das.</translation>
    </message>
    <message>
        <source>%1 (%2) is used on several IPUs, by %3 and %4. If it is a weight that is trained, no framework compiles such a plan.</source>
        <translation>%1 (%2) wird auf mehreren IPUs benutzt, von %3 und %4. Ist es ein Gewicht, das trainiert wird, übersetzt das kein Framework.</translation>
    </message>
    <message numerus="yes">
        <source>The same is true of %n more weight(s).</source>
        <translation>
            <numerusform>Das gilt auch für %n weiteres Gewicht.</numerusform>
            <numerusform>Das gilt auch für %n weitere Gewichte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run Output on the first IPU, or untie the weight.</source>
        <translation>Den Ausgang auf der ersten IPU laufen lassen oder das Gewicht trennen.</translation>
    </message>
    <message>
        <source>Keep all uses of the weight on one IPU, or untie the weight.</source>
        <translation>Lassen Sie alles, was das Gewicht benutzt, auf einer IPU, oder trennen Sie das Gewicht.</translation>
    </message>
    <message>
        <source>The profile has cycle counts for too few programs to tell how fast the plan runs.</source>
        <translation>Das Profil hat zu wenige Takte, um zu sagen, wie schnell der Plan läuft.</translation>
    </message>
    <message>
        <source>Compile with the engine option profiler.includeCycleEstimates, compile for the IPU Model, or profile an execution.</source>
        <translation>Mit der Engine-Option profiler.includeCycleEstimates oder für das IPU Model übersetzen, oder eine Ausführung profilieren.</translation>
    </message>
    <message>
        <source>Use the layer expression %1 (Plan &gt; Layers), which matches %2 % of the operations.</source>
        <extracomment>%1 is a regular expression, %2 a whole number</extracomment>
        <translation>Der Layer-Ausdruck %1 passt auf %2 % der Operationen (Plan &gt; Layer).</translation>
    </message>
    <message>
        <source>The profile has no operations of a framework. Named programs of Poplar and its libraries take their place.</source>
        <translation>Kein Framework hat Operationen hinterlassen: Benannte Programme von Poplar und seinen Bibliotheken vertreten sie.</translation>
    </message>
    <message>
        <source>PopLiner does not know such operations: choose the pipeline setting.</source>
        <translation>PopLiner kennt solche Operationen nicht: Wählen Sie die Einstellung Pipeline.</translation>
    </message>
    <message>
        <source>programs stand in for operations</source>
        <extracomment>added to a title: &quot;Bytes of each layer (programs stand in for operations)&quot;</extracomment>
        <translation>Programme stehen für Operationen</translation>
    </message>
    <message>
        <source>The profile itself was compiled with recomputation, so it does not show what a pipeline would recompute. The figures are not reliable.</source>
        <translation>Das Profil wurde selbst mit Recomputation kompiliert, sagt also nicht, was eine Pipeline neu berechnet. Die Zahlen sind nicht verlässlich.</translation>
    </message>
    <message>
        <source>Compile without recomputation, and profile again.</source>
        <translation>Kompilieren Sie ohne Recomputation, und erstellen Sie das Profil neu.</translation>
    </message>
    <message>
        <source>The debug information %1 cannot be read, so there are no source lines.</source>
        <translation>Die Debug-Informationen %1 können nicht gelesen werden, also gibt es keine Quellzeilen.</translation>
    </message>
    <message>
        <source>The debug information %1 cannot be read, so there are no layers to split.</source>
        <translation>Die Debug-Informationen %1 können nicht gelesen werden: es gibt keine Layer, die aufgeteilt werden können.</translation>
    </message>
    <message>
        <source>A report of several IPUs or replicas shows what was compiled; Tileline makes no plan for it.</source>
        <translation>Ein Bericht mehrerer IPUs oder Replikate zeigt, was kompiliert wurde; aus ihm entsteht kein Plan.</translation>
    </message>
    <message>
        <source>To make a plan, open a report of the same model compiled for one IPU. File &gt; Compare then shows the plan beside this report.</source>
        <translation>Für einen Plan öffnen Sie den Bericht, der für eine IPU kompiliert wurde; Datei &gt; Vergleichen zeigt dann diesen Plan neben diesem Bericht.</translation>
    </message>
    <message>
        <source>it states %1 for not-always-live variables, but those that are live in this step take %2</source>
        <translation>sind die nicht immer lebenden Variablen %1 groß, aber die dort lebenden %2</translation>
    </message>
    <message>
        <source>it states %1 for always-live variables, but their sizes sum to %2</source>
        <translation>sind die immer lebenden Variablen %1 groß, aber ihre Größen ergeben %2</translation>
    </message>
    <message>
        <source>it states that not-always-live variables take at most %1, but at their peak they take %2</source>
        <translation>sind die nicht immer lebenden Variablen höchstens %1 groß, aber ihre Größen ergeben %2</translation>
    </message>
    <message>
        <source>it states %1 for all variables, without the gaps between them, but the variables occupy %2</source>
        <translation>sind alle Variablen ohne Lücken %1 groß, aber ihre Adressen %2</translation>
    </message>
    <message>
        <source>it states %1 for all variables and the gaps between them, but the last variable ends at %2</source>
        <translation>sind alle Variablen mit Lücken %1 groß, aber die letzte endet bei %2</translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message>
        <source>%1: not computed yet</source>
        <extracomment>%1 is &quot;Move split 3 here&quot; or &quot;Add a split here&quot;</extracomment>
        <translation>%1: noch nicht berechnet</translation>
    </message>
    <message>
        <source>%1: peak %2, fits</source>
        <translation>%1: Peak %2, passt</translation>
    </message>
    <message>
        <source>%1: peak %2, does not fit</source>
        <translation>%1: Peak %2, passt nicht</translation>
    </message>
    <message>
        <source>%1: peak %2, splits a weight</source>
        <translation>%1: Spitze %2, teilt ein Gewicht</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <extracomment>%1 is &quot;Move split 3 here&quot; or &quot;Add a split here&quot;, %2 a number of bytes</extracomment>
        <translation>%1: Peak %2</translation>
    </message>
    <message>
        <source>Add a split here</source>
        <translation>Split hier hinzufügen</translation>
    </message>
    <message>
        <source>Move split %1 here</source>
        <translation>Split %1 hierher verschieben</translation>
    </message>
    <message>
        <source>Add a split here, for a total of %1 IPUs</source>
        <translation>Split hier hinzufügen, auf %1 IPUs</translation>
    </message>
    <message>
        <source>Period %1 cycles</source>
        <extracomment>%1 is &quot;1.234 M&quot; or &quot;1.234 M (+1.5 %)&quot;</extracomment>
        <translation>Periode %1 Takte</translation>
    </message>
    <message>
        <source>%1 cross here</source>
        <extracomment>%1 is a number of bytes that stages send over a boundary</extracomment>
        <translation>%1 gehen hier über die Grenze</translation>
    </message>
</context>
<context>
    <name>tileline::ChartAxis</name>
    <message>
        <source>crossing</source>
        <extracomment>a short title to the left of a row of numbers: the bytes that cross each split</extracomment>
        <translation>über Split</translation>
    </message>
    <message>
        <source>cut here</source>
        <extracomment>a short title to the left of a row of cells: each cell shows the peak with a split at its boundary</extracomment>
        <translation>Schnitt hier</translation>
    </message>
    <message>
        <source>fullest tile</source>
        <extracomment>a short title to the left of bars: each bar shows the bytes on the fullest tile of its IPU</extracomment>
        <translation>vollstes Tile</translation>
    </message>
</context>
<context>
    <name>tileline::ChartWidget</name>
    <message>
        <source>The name must end in .png, .svg or .pdf.</source>
        <translation>Der Name muss auf .png, .svg oder .pdf enden.</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)</source>
        <translation>PNG-Bild (*.png);;SVG-Zeichnung (*.svg);;PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>Bild &amp;speichern&#xa0;…</translation>
    </message>
</context>
<context>
    <name>tileline::ChooseProfileDialog</name>
    <message>
        <source>There are several profiles in %1:</source>
        <translation>In %1 liegen mehrere Profile:</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Profile</source>
        <extracomment>column titles; Changed: the time of the last change of the file</extracomment>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Choose a profile</source>
        <translation>Profil wählen</translation>
    </message>
</context>
<context>
    <name>tileline::CommunicationPage</name>
    <message>
        <source>Open a profile to see its communication.</source>
        <translation>Öffnen Sie ein Profil, um seine Kommunikation zu sehen.</translation>
    </message>
    <message>
        <source>What each split cuts</source>
        <translation>Was jeder Split durchschneidet</translation>
    </message>
    <message>
        <source>Layer affinity</source>
        <translation>Layer-Affinität</translation>
    </message>
    <message>
        <source>Inter-layer communication</source>
        <translation>Kommunikation zwischen Layern</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Affinity: bytes of variables that two layers both use. Communication: bytes of variables that go live in one layer and die in another.</source>
        <translation>Affinität: Bytes der Variablen, die zwei Layer beide benutzen. Kommunikation: Bytes der Variablen, die in einem Layer live werden und in einem anderen enden.</translation>
    </message>
    <message>
        <source>No layers were found</source>
        <translation>Es wurden keine Layer gefunden</translation>
    </message>
    <message>
        <source>Adapt the layer expression to your operation names (Plan &gt; Layers).</source>
        <translation>Passen Sie den Layer-Ausdruck an Ihre Operationsnamen an (Plan &gt; Layer).</translation>
    </message>
    <message>
        <source>To read a cell, point at it or move to it with the arrow keys.</source>
        <translation>Zeigen Sie auf eine Zelle, oder gehen Sie mit den Pfeiltasten hin, um sie abzulesen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln layers, in bytes</source>
        <extracomment>%1 is &quot;Layer affinity&quot; or &quot;Inter-layer communication&quot;</extracomment>
        <translation>
            <numerusform>%1: %Ln Layer, in Bytes</numerusform>
            <numerusform>%1: %Ln Layer, in Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>The plan has no split.</source>
        <translation>Der Plan hat keinen Split.</translation>
    </message>
    <message>
        <source>There are too many layers for a matrix</source>
        <translation>Für eine Matrix sind es zu viele Layer</translation>
    </message>
    <message numerus="yes">
        <source>A matrix has at most %Ln layers. Choose a layer expression that finds fewer layers (Plan &gt; Layers).</source>
        <translation>
            <numerusform>Eine Matrix hat höchstens %Ln Layer. Passen Sie den Layer-Ausdruck an (Plan &gt; Layer).</numerusform>
            <numerusform>Eine Matrix hat höchstens %Ln Layer. Passen Sie den Layer-Ausdruck an (Plan &gt; Layer).</numerusform>
        </translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>From layer</source>
        <translation>Von Layer</translation>
    </message>
    <message>
        <source>To layer</source>
        <translation>Nach Layer</translation>
    </message>
    <message>
        <source>From layer %1 to layer %2: %3</source>
        <translation>Von Layer %1 nach Layer %2: %3</translation>
    </message>
    <message>
        <source>Layer %1 uses %2</source>
        <translation>Layer %1 benutzt %2</translation>
    </message>
    <message>
        <source>Layers %1 and %2 share %3</source>
        <translation>Layer %1 und %2 teilen sich %3</translation>
    </message>
</context>
<context>
    <name>tileline::ComparisonBars</name>
    <message>
        <source>Fullest tile of each IPU, as estimated and as compiled</source>
        <translation>Vollstes Tile jeder IPU, wie geschätzt und wie kompiliert</translation>
    </message>
    <message>
        <source>IPU %1: estimated %2, compiled %3</source>
        <translation>IPU %1: geschätzt %2, kompiliert %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: &quot;IPU 1: estimated 500 KiB, compiled 520 KiB&quot;, %2: a difference in bytes with its sign</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, over the limit</source>
        <translation>%1, über dem Limit</translation>
    </message>
</context>
<context>
    <name>tileline::ComparisonBox</name>
    <message>
        <source>Both reports</source>
        <extracomment>what a chart shows while two reports are compared</extracomment>
        <translation>Beide Reports</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Compared reports</source>
        <translation>Verglichene Reports</translation>
    </message>
    <message>
        <source>Charts draw the other report as a line over the open report, or show the difference between them. Tables show both reports and the difference.</source>
        <translation>Der andere Report als Linie über dem offenen, oder der Unterschied zwischen beiden. Tabellen zeigen beide Reports und den Unterschied.</translation>
    </message>
    <message>
        <source>Other report</source>
        <translation>Anderer Report</translation>
    </message>
    <message>
        <source>More in the other report</source>
        <translation>Mehr im anderen Report</translation>
    </message>
    <message>
        <source>Less in the other report</source>
        <translation>Weniger im anderen Report</translation>
    </message>
    <message>
        <source>Other report: %1</source>
        <translation>Anderer Report: %1</translation>
    </message>
    <message>
        <source>Difference: %1</source>
        <translation>Unterschied: %1</translation>
    </message>
</context>
<context>
    <name>tileline::ComparisonPage</name>
    <message>
        <source>Open a profile to compare it with another one.</source>
        <translation>Öffnen Sie ein Profil, um es mit einem anderen zu vergleichen.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;End comparison</source>
        <extracomment>button: stops comparing the other report with the open one</extracomment>
        <translation>Vergleich &amp;beenden</translation>
    </message>
    <message>
        <source>No other report is open</source>
        <translation>Es ist kein anderer Report offen</translation>
    </message>
    <message>
        <source>Choose one with File &gt; Compare with another report. The pages Liveness, Tile memory, Operations and Summary then show both reports and their difference.</source>
        <translation>Wählen Sie einen mit Datei &gt; Mit anderem Report vergleichen. Liveness, Tile-Speicher, Operationen und die Übersicht zeigen dann beide Reports und ihren Unterschied.</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen&#xa0;…</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
</context>
<context>
    <name>tileline::CutStrip</name>
    <message>
        <source>Where to cut</source>
        <translation>Wo geteilt werden kann</translation>
    </message>
    <message>
        <source>Splits are forbidden here</source>
        <translation>Splits sind hier verboten</translation>
    </message>
    <message>
        <source>Split %1 is pinned</source>
        <translation>Split %1 ist fixiert</translation>
    </message>
    <message>
        <source>The neighbouring splits are pinned</source>
        <translation>Die Splits daneben sind fixiert</translation>
    </message>
    <message>
        <source>Split %1 cannot pass another split</source>
        <translation>Split %1 kann nicht an einem anderen Split vorbei</translation>
    </message>
    <message>
        <source>Split %1 is here</source>
        <translation>Split %1 ist hier</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <extracomment>%1 is &quot;Split 2 is here&quot;, %2 a number of bytes</extracomment>
        <translation>%1: Peak %2</translation>
    </message>
    <message>
        <source>Each cell shows what the plan&apos;s peak would be if the selected split were moved to the cell&apos;s boundary. If no split is selected, the cell shows the peak after moving the nearest split. Cells of plans that do not fit are hatched, and a dot marks the lowest peak. A click moves the split.</source>
        <translation>Der Peak des Plans, wenn der gewählte Split, sonst der nächste, an einer Grenze stünde. Schraffierte Zellen passen nicht, ein Punkt markiert den niedrigsten Peak. Ein Klick verschiebt den Split.</translation>
    </message>
</context>
<context>
    <name>tileline::DataPage</name>
    <message>
        <source>No profile is open</source>
        <translation>Kein Profil geöffnet</translation>
    </message>
    <message>
        <source>There is not enough memory for this page</source>
        <translation>Der Speicher reicht für diese Seite nicht aus</translation>
    </message>
    <message>
        <source>Close other pages, windows or programs, or choose a layer expression that finds fewer layers. The plan is kept.</source>
        <translation>Schließen Sie andere Seiten, Fenster oder Programme, oder wählen Sie einen Layer-Ausdruck, der weniger Layer findet. Der Plan bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>tileline::EmptyPage</name>
    <message>
        <source>&amp;Open profile…</source>
        <translation>Profil ö&amp;ffnen&#xa0;…</translation>
    </message>
    <message>
        <source>Open report &amp;directory…</source>
        <translation>&amp;Report-Verzeichnis öffnen&#xa0;…</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>Bei&amp;spiel öffnen</translation>
    </message>
    <message>
        <source>1. Open</source>
        <translation>1. Öffnen</translation>
    </message>
    <message>
        <source>the report of a model that was compiled for one IPU.</source>
        <translation>Sie den Bericht eines Modells, das für eine IPU kompiliert wurde.</translation>
    </message>
    <message>
        <source>2. Split</source>
        <translation>2. Aufteilen</translation>
    </message>
    <message>
        <source>by hand, or use the best plan, until every stage fits.</source>
        <translation>von Hand oder mit dem besten Plan, bis jede Stage passt.</translation>
    </message>
    <message>
        <source>3. Export</source>
        <translation>3. Exportieren</translation>
    </message>
    <message>
        <source>the plan for the framework of the model.</source>
        <translation>Sie den Plan für das Framework des Modells.</translation>
    </message>
    <message>
        <source>A model that is too large for one IPU fits on four</source>
        <translation>Ein Modell, das für eine IPU zu groß ist, passt auf vier</translation>
    </message>
    <message>
        <source>See why a model does not fit on an IPU, and where to split it</source>
        <translation>Sehen Sie, warum ein Modell nicht auf eine IPU passt und wo es zu teilen ist</translation>
    </message>
    <message>
        <source>Recent reports</source>
        <translation>Zuletzt geöffnete Berichte</translation>
    </message>
    <message>
        <source>Recent report</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Directory</source>
        <translation>Verzeichnis</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>Last plan</source>
        <translation>Letzter Plan</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Or drop a profile or a whole report directory here.</source>
        <translation>Oder ziehen Sie ein Profil oder ein Report-Verzeichnis, wie Poplar es geschrieben hat, hierher.</translation>
    </message>
</context>
<context>
    <name>tileline::ErrorMessageDialog</name>
    <message>
        <source>Open from an error message</source>
        <translation>Aus einer Fehlermeldung öffnen</translation>
    </message>
    <message>
        <source>Paste the &amp;message with which Poplar stopped, or the part of a log that contains it:</source>
        <translation>Fügen Sie die &amp;Meldung ein, mit der Poplar abbrach, oder den Teil eines Protokolls, in dem sie steht:</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Choose &amp;file…</source>
        <translation>&amp;Datei wählen&#xa0;…</translation>
    </message>
    <message>
        <source>the open profile</source>
        <translation>das geöffnete Profil</translation>
    </message>
    <message>
        <source>&amp;Report:</source>
        <translation>&amp;Report:</translation>
    </message>
    <message>
        <source>Choose &amp;directory…</source>
        <translation>&amp;Verzeichnis wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Recognised parts of the message</source>
        <translation>Erkannte Teile der Meldung</translation>
    </message>
    <message>
        <source>Open a report directory</source>
        <translation>Report-Verzeichnis öffnen</translation>
    </message>
    <message>
        <source>The text is too long. Paste only the part with the error, at most 1 MiB.</source>
        <translation>Der Text ist zu lang. Fügen Sie den Teil mit dem Fehler ein, höchstens 1 MiB.</translation>
    </message>
    <message>
        <source>This is not one of Poplar&apos;s messages about memory.</source>
        <translation>Das ist keine von Poplars Meldungen über Speicher.</translation>
    </message>
    <message>
        <source>The message does not say where the report is. Choose its directory below.</source>
        <translation>Die Meldung sagt nicht, wo der Report ist. Wählen Sie unten sein Verzeichnis.</translation>
    </message>
    <message>
        <source>Poplar writes reports to the directory that the option autoReport.directory names. Compile the model with POPLAR_ENGINE_OPTIONS=&apos;{&quot;autoReport.all&quot;:&quot;true&quot;, &quot;autoReport.directory&quot;:&quot;report&quot;, &quot;debug.allowOutOfMemory&quot;:&quot;true&quot;}&apos;.</source>
        <translation>Poplar schreibt Reports in das Verzeichnis, das die Option autoReport.directory nennt. Kompilieren Sie das Modell mit POPLAR_ENGINE_OPTIONS=&apos;{&quot;autoReport.all&quot;:&quot;true&quot;, &quot;autoReport.directory&quot;:&quot;report&quot;, &quot;debug.allowOutOfMemory&quot;:&quot;true&quot;}&apos;.</translation>
    </message>
    <message>
        <source>Choose the report first.</source>
        <translation>Wählen Sie zuerst den Report.</translation>
    </message>
    <message>
        <source>There is no report at %1, a path relative to where the model was compiled. Choose the report&apos;s directory.</source>
        <translation>Bei %1 ist kein Report. Der Pfad gilt ab dem Verzeichnis, in dem das Modell kompiliert wurde. Wählen Sie das Verzeichnis des Reports.</translation>
    </message>
    <message>
        <source>There is no report at %1. Choose its directory.</source>
        <translation>Bei %1 ist kein Report. Wählen Sie sein Verzeichnis.</translation>
    </message>
</context>
<context>
    <name>tileline::ErrorPage</name>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;Open another profile…</source>
        <translation>Anderes Profil ö&amp;ffnen&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>tileline::ExecutionPage</name>
    <message>
        <source>Open a profile to see when its programs ran.</source>
        <translation>Öffnen Sie ein Profil, um zu sehen, wann seine Programme liefen.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Where the times come from</source>
        <translation>Woher die Zeiten kommen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>The run that is shown</source>
        <translation>Der gezeigte Lauf</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>By IPU</source>
        <translation>Nach IPU</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>Nach Art</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Nach Layer</translation>
    </message>
    <message>
        <source>By program</source>
        <translation>Nach Programm</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>What each row of the table stands for</source>
        <translation>Was die Zeilen der Tabelle sind</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find a program</source>
        <translation>Ein Programm suchen</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>Save trace…</source>
        <translation>Trace speichern …</translation>
    </message>
    <message>
        <source>The report does not say when its programs ran</source>
        <translation>Der Bericht sagt nicht, wann seine Programme liefen</translation>
    </message>
    <message>
        <source>To record when they run, compile and run with the engine option autoReport.outputExecutionProfile. For estimates only, compile with profiler.includeCycleEstimates. A model that ran out of memory was never run.</source>
        <translation>Mit der Engine-Option autoReport.outputExecutionProfile kompilieren und ausführen, oder für Schätzungen mit profiler.includeCycleEstimates kompilieren. Ein Modell, dem der Speicher ausging, lief nie.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln IPU(s)</source>
        <translation>
            <numerusform>%1: %Ln IPU</numerusform>
            <numerusform>%1: %Ln IPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <extracomment>share of the time in which an IPU works</extracomment>
        <translation>%1 aktiv</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tile(s) at work</source>
        <translation>
            <numerusform>%Ln Tile arbeitet</numerusform>
            <numerusform>%Ln Tiles arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>tile balance %1</source>
        <translation>Tile-Balance %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln gefunden</numerusform>
            <numerusform>%Ln gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>%1 is the number of a match, %2 the number of all matches</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation>Trace speichern</translation>
    </message>
    <message>
        <source>Trace Event format (*.json)</source>
        <translation>Trace-Event-Format (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>The first %Ln run(s); the command line lists all runs</source>
        <translation>
            <numerusform>Der erste %Ln Lauf; die Kommandozeile hat alle</numerusform>
            <numerusform>Die ersten %Ln Läufe; die Kommandozeile hat alle</numerusform>
        </translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Show the steps alone, or below lanes with their names, layers, modules or the program tree</source>
        <translation>Nur die Schritte zeigen, oder in Spuren darüber auch, wozu sie gehören</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Cycles, time, or the share of the run</source>
        <translation>Takte, Zeit oder der Anteil am Lauf</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>The lanes show only steps of this kind</source>
        <translation>Die Bahnen haben nur Schritte dieser Art</translation>
    </message>
    <message>
        <source>IPU</source>
        <translation>IPU</translation>
    </message>
    <message>
        <source>The IPU that is shown</source>
        <translation>Die gezeigte IPU</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>The lanes show only steps of this layer</source>
        <translation>Die Bahnen haben nur Schritte dieses Layers</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Find a regular expression</source>
        <translation>Einen regulären Ausdruck suchen</translation>
    </message>
    <message>
        <source>All IPUs</source>
        <translation>Alle IPUs</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Alle Layer</translation>
    </message>
    <message>
        <source>IPU %1: %2, %3</source>
        <extracomment>%2 and %3 are the same duration, such as &quot;12.3 k cycles&quot; and &quot;9.2 µs&quot;</extracomment>
        <translation>IPU %1: %2, %3</translation>
    </message>
    <message>
        <source>waits for IPU %1, which works until %2: %3</source>
        <translation>wartet auf IPU %1, die bis %2 arbeitet: %3</translation>
    </message>
    <message>
        <source>%1 in, %2 out</source>
        <translation>%1 hinein, %2 hinaus</translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation>Bereich von %1</translation>
    </message>
    <message>
        <source>Poplar&apos;s estimates: each loop body is counted once, the IPUs have no common time, and no waits are included</source>
        <translation>Schätzungen von Poplar, Schleifen einmal; IPUs haben keine gemeinsame Zeit, und keine wartet</translation>
    </message>
    <message>
        <source>not an expression</source>
        <translation>kein Ausdruck</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Show a line for each tile, beneath the lanes</source>
        <translation>Eine Zeile für jedes Tile unter den Bahnen</translation>
    </message>
    <message>
        <source>The one before</source>
        <translation>Der vorige Treffer</translation>
    </message>
    <message>
        <source>The next one</source>
        <translation>Der nächste Treffer</translation>
    </message>
    <message>
        <source>Program tree</source>
        <translation>Programmbaum</translation>
    </message>
    <message>
        <source>By compute set</source>
        <translation>Nach Compute-Set</translation>
    </message>
    <message>
        <source>By operation</source>
        <translation>Nach Operation</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Falten</translation>
    </message>
    <message>
        <source>Of several iterations that run the same programs, show and count only one</source>
        <translation>Wenn mehrere Iterationen dieselben Programme ausführen, nur eine davon zeigen und zählen</translation>
    </message>
    <message>
        <source>No iterations repeat</source>
        <translation>Keine Iteration wiederholt sich</translation>
    </message>
    <message>
        <source>Iterations that repeat are counted once</source>
        <translation>Iterationen, die sich wiederholen, sind einmal gezählt</translation>
    </message>
</context>
<context>
    <name>tileline::ExportDialog</name>
    <message>
        <source>Export plan</source>
        <translation>Plan exportieren</translation>
    </message>
    <message>
        <source>Export f&amp;or</source>
        <translation>Export fü&amp;r</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Module paths</source>
        <translation>Modulpfade</translation>
    </message>
    <message>
        <source>Check the model</source>
        <translation>Modell prüfen</translation>
    </message>
    <message>
        <source>Module paths of the layers</source>
        <translation>Modulpfade der Layer</translation>
    </message>
    <message>
        <source>Forget &amp;typed paths</source>
        <translation>Ein&amp;getippte Pfade vergessen</translation>
    </message>
    <message>
        <source>A block begins at the module of its first layer. The profile contains operations, not modules, so the paths are guesses. Correct the paths that differ from those in your model.</source>
        <translation>Ein Block beginnt beim Modul seines ersten Layers. Das Profil kennt Operationen, keine Module: korrigieren Sie die Pfade, wo sie von denen Ihres Modells abweichen.</translation>
    </message>
    <message>
        <source>&amp;Paste what print(model) prints, to check that the modules exist:</source>
        <translation>Fügen Sie &amp;ein, was print(model) ausgibt, um zu prüfen, ob es die Module gibt:</translation>
    </message>
    <message>
        <source>Preview of the main file</source>
        <translation>Vorschau der Hauptdatei</translation>
    </message>
    <message>
        <source>Preview of the Python file</source>
        <translation>Vorschau der Python-Datei</translation>
    </message>
    <message>
        <source>&amp;Copy shown file</source>
        <translation>Gezeigte Datei &amp;kopieren</translation>
    </message>
    <message>
        <source>S&amp;ave…</source>
        <translation>&amp;Speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Copied %1.</source>
        <translation>%1 kopiert.</translation>
    </message>
    <message>
        <source>Reading operation names…</source>
        <translation>Operationsnamen werden gelesen&#xa0;…</translation>
    </message>
    <message>
        <source>No profile is open.</source>
        <translation>Kein Profil geöffnet.</translation>
    </message>
    <message>
        <source>Correct the errors to save.</source>
        <translation>Zum Speichern die Fehler korrigieren.</translation>
    </message>
    <message>
        <source>Save export</source>
        <translation>Export speichern</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it, too?</source>
        <translation>%1 existiert schon. Ebenfalls ersetzen?</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <extracomment>names of files</extracomment>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>Saved %1 and %2.</source>
        <translation>%1 und %2 gespeichert.</translation>
    </message>
    <message>
        <source>Save anyway?</source>
        <translation>Trotzdem speichern?</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
</context>
<context>
    <name>tileline::ExportModules</name>
    <message>
        <source>typed</source>
        <extracomment>the source of a module path</extracomment>
        <translation>eingetippt</translation>
    </message>
    <message>
        <source>with the first layer</source>
        <translation>beim ersten Layer</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>geraten</translation>
    </message>
    <message>
        <source>None</source>
        <extracomment>the entry of operations outside any layer</extracomment>
        <translation>Ohne Layer</translation>
    </message>
    <message>
        <source>Operations outside any layer have no module. The block of the first stage begins at the stage&apos;s first layer, and everything that runs earlier stays on IPU 0. To let the block begin earlier, type the path of the module that runs first.</source>
        <translation>Operationen außerhalb von Layern haben kein Modul: der Block der ersten Stage beginnt bei ihrem ersten Layer, und was davor läuft, bleibt auf IPU 0. Tippen Sie den Pfad des Moduls ein, das zuerst läuft, um dort zu beginnen.</translation>
    </message>
    <message>
        <source>Layer</source>
        <extracomment>column titles; Source: whether a module path was typed or guessed</extracomment>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Module path</source>
        <translation>Modulpfad</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>with the last layer</source>
        <translation>beim letzten Layer</translation>
    </message>
    <message>
        <source>Input</source>
        <extracomment>the entry of the operations that run before the first layer</extracomment>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Output</source>
        <extracomment>the entry of the operations that run after the last layer</extracomment>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>The module that runs first, for example the embeddings. Without a path, the block of the first stage begins at the stage&apos;s first layer, and everything that runs earlier stays on IPU 0.</source>
        <translation>Das Modul, das zuerst läuft, etwa das der Einbettungen. Ohne Pfad beginnt der Block der ersten Stage bei ihrem ersten Layer, und was davor läuft, bleibt auf IPU 0.</translation>
    </message>
    <message>
        <source>The module that runs first after the last layer, for example the head of the model. Without a path, Output runs in the last block. If Output is a separate stage, a path is needed.</source>
        <translation>Das Modul, das nach dem letzten Layer zuerst läuft, etwa das des Kopfes. Es wird gebraucht, wo der Ausgang eine eigene Stage ist; sonst gehört es zum letzten Block.</translation>
    </message>
    <message>
        <source>IPU</source>
        <translation>IPU</translation>
    </message>
</context>
<context>
    <name>tileline::ExportOptionsPanel</name>
    <message>
        <source>&amp;For</source>
        <extracomment>the purpose of the export: inference or training</extracomment>
        <translation>&amp;Für</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Inference and training have different rules for iterations, so an export is for one of them.</source>
        <translation>Die Regeln für Iterationen sind verschieden, daher gilt ein Export für eines von beiden.</translation>
    </message>
    <message>
        <source>&amp;Strategy</source>
        <translation>S&amp;trategie</translation>
    </message>
    <message>
        <source>Pipelined</source>
        <translation>Pipelined</translation>
    </message>
    <message>
        <source>Sharded</source>
        <translation>Sharded</translation>
    </message>
    <message>
        <source>Serial phases</source>
        <translation>Serielle Phasen</translation>
    </message>
    <message>
        <source>Parallel phases</source>
        <translation>Parallele Phasen</translation>
    </message>
    <message>
        <source>Pipelined: all stages work at the same time. Sharded: one after the other. Serial phases: the stages take turns on one IPU. Parallel phases: they take turns on two IPUs.</source>
        <translation>Pipelined: alle Stages arbeiten gleichzeitig. Sharded: eine nach der anderen. Phasen: die Stages wechseln sich auf einer IPU ab, oder auf zweien.</translation>
    </message>
    <message>
        <source>&amp;Blocks</source>
        <translation>&amp;Blöcke</translation>
    </message>
    <message>
        <source>One for each stage</source>
        <translation>Einer pro Stage</translation>
    </message>
    <message>
        <source>One for each layer</source>
        <translation>Einer pro Layer</translation>
    </message>
    <message>
        <source>With one block for each layer, the annotation file is the same for every plan.</source>
        <translation>Mit einem Block pro Layer bleibt die Annotationsdatei für jeden Plan dieselbe.</translation>
    </message>
    <message>
        <source>&amp;Device iterations</source>
        <translation>&amp;Device-Iterationen</translation>
    </message>
    <message>
        <source>Inference with S pipeline stages needs at least S device iterations.</source>
        <translation>Inferenz über S Pipeline-Stages braucht mindestens S.</translation>
    </message>
    <message>
        <source>&amp;Gradient accumulation</source>
        <translation>Gradienten-&amp;Akkumulation</translation>
    </message>
    <message>
        <source>&amp;Replicas</source>
        <translation>Re&amp;plicas</translation>
    </message>
    <message>
        <source>Copies of the whole pipeline.</source>
        <translation>Kopien der ganzen Pipeline.</translation>
    </message>
    <message>
        <source>IPUs</source>
        <translation>IPUs</translation>
    </message>
    <message>
        <source>&amp;Memory proportion</source>
        <translation>&amp;Memory-Proportion</translation>
    </message>
    <message>
        <source>Writes the available memory proportion for all IPUs. Use the value with which the model was compiled.</source>
        <translation>Die Available-Memory-Proportion, für alle IPUs dieselbe: die, mit der das Profil entstand.</translation>
    </message>
    <message>
        <source>Available memory proportion</source>
        <translation>Available-Memory-Proportion</translation>
    </message>
    <message>
        <source>&amp;Further options, one call per line:</source>
        <translation>&amp;Weitere Optionen, ein Aufruf pro Zeile:</translation>
    </message>
    <message>
        <source>%1, by PopTorch&apos;s rules</source>
        <extracomment>shown until the user types a number; %1 is the number that follows from PopTorch&apos;s rules</extracomment>
        <translation>%1, nach PopTorchs Regeln</translation>
    </message>
    <message>
        <source>%1 used; the maximum is %2</source>
        <extracomment>numbers of IPUs</extracomment>
        <translation>%1 benutzt; höchstens %2 sind möglich</translation>
    </message>
    <message>
        <source>%1 used of %2 acquired, %3 idle</source>
        <translation>%1 von %2 belegten benutzt, %3 ungenutzt</translation>
    </message>
    <message>
        <source>%1 used, none idle</source>
        <translation>%1 benutzt, keine ungenutzt</translation>
    </message>
    <message>
        <source>Training with S pipeline stages needs a value of at least 2 × S − 1. Output on the first IPU counts as an additional stage.</source>
        <translation>Training über S Pipeline-Stages braucht mindestens 2 × S − 1; der Ausgang auf der ersten IPU zählt als weitere Stage.</translation>
    </message>
    <message>
        <source>%1, as estimated</source>
        <extracomment>shown until the user types a number; %1 is the number that the estimate of the plan assumes</extracomment>
        <translation>%1, wie geschätzt</translation>
    </message>
</context>
<context>
    <name>tileline::FilterBar</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>Show only rows with this text. Ctrl+F</source>
        <translation>Nur Zeilen mit diesem Text zeigen. Strg+F</translation>
    </message>
    <message>
        <source>The filter is a regular expression</source>
        <translation>Der Filter ist ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Save the shown rows to a CSV, TSV or JSON file</source>
        <translation>Die gezeigten Zeilen als CSV, TSV oder JSON speichern</translation>
    </message>
    <message>
        <source>Error at %1: %2</source>
        <translation>Fehler bei %1: %2</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Choose the columns that are shown</source>
        <translation>Die gezeigten Spalten wählen</translation>
    </message>
</context>
<context>
    <name>tileline::FrontChart</name>
    <message>
        <source>Peak against period</source>
        <translation>Peak gegen Periode</translation>
    </message>
    <message>
        <source>Plan with a period of %1 cycles</source>
        <extracomment>name of an undo step</extracomment>
        <translation>Plan mit einer Periode von %1 Takten</translation>
    </message>
    <message>
        <source>Peak against period; diamond: this plan</source>
        <translation>Peak gegen Periode; Raute: dieser Plan</translation>
    </message>
    <message>
        <source>Peak against period, only for evenly spaced peaks; diamond: this plan</source>
        <translation>Peak gegen Periode, für gleichmäßig verteilte Peaks; Raute: dieser Plan</translation>
    </message>
    <message>
        <source>Period in cycles</source>
        <translation>Periode in Takten</translation>
    </message>
    <message>
        <source>Period %1 cycles: peak at least %2</source>
        <translation>Periode %1 Takte: mindestens %2</translation>
    </message>
</context>
<context>
    <name>tileline::GroupedTableModel</name>
    <message>
        <source>(none)</source>
        <translation>(ohne)</translation>
    </message>
</context>
<context>
    <name>tileline::GuideWindow</name>
    <message>
        <source>User guide</source>
        <translation>Benutzerhandbuch</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <extracomment>the first page of the guide</extracomment>
        <translation>&amp;Anfang</translation>
    </message>
</context>
<context>
    <name>tileline::ImportDialog</name>
    <message>
        <source>Import split</source>
        <translation>Split importieren</translation>
    </message>
    <message>
        <source>&amp;Paste the split of the model: an ipu_config.json, a layers_per_ipu line, pipeline_splits, or a configuration for Keras.</source>
        <translation>&amp;Fügen Sie ein, was das Modell aufteilt: eine ipu_config.json, eine Zeile layers_per_ipu, pipeline_splits oder eine Konfiguration für Keras.</translation>
    </message>
    <message>
        <source>Choose &amp;file…</source>
        <translation>&amp;Datei wählen&#xa0;…</translation>
    </message>
    <message>
        <source>As the weights require</source>
        <translation>Wie es die Gewichte verlangen</translation>
    </message>
    <message>
        <source>On the last IPU</source>
        <translation>Auf der letzten IPU</translation>
    </message>
    <message>
        <source>On the first IPU</source>
        <translation>Auf der ersten IPU</translation>
    </message>
    <message>
        <source>&amp;Output (head, loss):</source>
        <translation>&amp;Output (Kopf, Loss):</translation>
    </message>
    <message>
        <source>The plan, or the error in the text</source>
        <translation>Der Plan oder der Fehler im Text</translation>
    </message>
    <message>
        <source>Open a profile to import a split for it.</source>
        <translation>Öffnen Sie ein Profil, um einen Split dafür zu importieren.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>IPU %1: %2</source>
        <translation>IPU %1: %2</translation>
    </message>
</context>
<context>
    <name>tileline::InsightsPanel</name>
    <message>
        <source>What would help</source>
        <translation>Was hülfe</translation>
    </message>
    <message>
        <source>Fullest tiles</source>
        <translation>Vollste Tiles</translation>
    </message>
    <message>
        <source>Variables at the peak</source>
        <translation>Variablen bei der Spitze</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Vertices</translation>
    </message>
    <message>
        <source>Compute sets</source>
        <translation>Compute-Sets</translation>
    </message>
    <message>
        <source>Exchanges</source>
        <translation>Austausche</translation>
    </message>
    <message>
        <source>Tiles of the report</source>
        <translation>Tiles des Berichts</translation>
    </message>
    <message>
        <source>What would help on the fullest tile at its peak (upper bounds)</source>
        <translation>Was auf dem vollsten Tile bei seiner Spitze hülfe (obere Schranken)</translation>
    </message>
</context>
<context>
    <name>tileline::Inspector</name>
    <message>
        <source>What is chosen</source>
        <translation>Was gewählt ist</translation>
    </message>
    <message>
        <source>Nothing is chosen</source>
        <translation>Nichts ist gewählt</translation>
    </message>
    <message>
        <source>Click a layer, an IPU, a variable or a step.</source>
        <translation>Klicken Sie auf einen Layer, eine IPU, eine Variable oder einen Schritt.</translation>
    </message>
    <message>
        <source>Open a profile to see what is chosen in it.</source>
        <translation>Öffnen Sie ein Profil, um zu sehen, was darin gewählt ist.</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiteres</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Nach Layern</translation>
    </message>
    <message>
        <source>With %1</source>
        <translation>Mit %1</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>Ohne %1</translation>
    </message>
    <message>
        <source>Then on IPU %1</source>
        <translation>IPU %1 dann</translation>
    </message>
    <message>
        <source>One layer more or less</source>
        <translation>Ein Layer mehr oder weniger</translation>
    </message>
    <message>
        <source>Show in</source>
        <translation>Zeigen in</translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>on its fullest tile (estimate)</source>
        <translation>auf ihrem vollsten Tile (Schätzung)</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Zu viel</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Fullest tile</source>
        <translation>Vollstes Tile</translation>
    </message>
    <message>
        <source>Peak step</source>
        <translation>Schritt der Spitze</translation>
    </message>
    <message>
        <source>On the fullest tile</source>
        <translation>Auf dem vollsten Tile</translation>
    </message>
    <message>
        <source>Cycles of a micro-batch</source>
        <extracomment>cycles of an IPU for one micro-batch</extracomment>
        <translation>Takte eines Micro-Batches</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>Neu berechnet</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Share of the period</source>
        <translation>Anteil an der Periode</translation>
    </message>
    <message>
        <source>Compare with PopLiner</source>
        <translation>Mit PopLiner vergleichen</translation>
    </message>
    <message>
        <source>The same layers, as PopLiner estimates them</source>
        <extracomment>a heading: the layers of an IPU of the plan, and the memory that PopLiner estimates for them</extracomment>
        <translation>Dieselben Layer nach PopLiner</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>due to the stash</source>
        <translation>davon Stash</translation>
    </message>
    <message>
        <source>due to accumulators</source>
        <translation>davon Gradientensammler</translation>
    </message>
    <message>
        <source>due to unowned bytes</source>
        <translation>davon ohne Operation</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>der Rest</translation>
    </message>
    <message>
        <source>The causes of the rest: the two estimates assign different operations to the stage, count different steps, and may have different fullest tiles, and PopLiner ignores I/O tiles.</source>
        <translation>Der Rest hat drei Ursachen: Andere Operationen gehören zur Stufe, andere Schritte zählen, und ein anderes Tile kann das vollste sein.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>on all tiles (estimate)</source>
        <translation>auf allen Tiles (Schätzung)</translation>
    </message>
    <message>
        <source>IPU</source>
        <translation>IPU</translation>
    </message>
    <message>
        <source>Bytes that would cross a split after this layer</source>
        <translation>Übertragung bei Split dahinter</translation>
    </message>
    <message>
        <source>Fullest tile if the layer is alone on an IPU</source>
        <translation>Vollstes Tile, allein auf einer IPU</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>Largest operations</source>
        <translation>Größte Operationen</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>on all tiles</source>
        <translation>auf allen Tiles</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Software layer</source>
        <translation>Software-Schicht</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Measured cycles</source>
        <translation>Gemessene Takte</translation>
    </message>
    <message>
        <source>Estimated cycles</source>
        <translation>Geschätzte Takte</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Tile balance</source>
        <translation>Tile-Balance</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Parts</source>
        <extracomment>the number of lowered variables into which a variable is cut</extracomment>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Most on a tile</source>
        <translation>Am meisten auf einem Tile</translation>
    </message>
    <message>
        <source>%1 on tile %2</source>
        <translation>%1 auf Tile %2</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>from step %1 to %2</source>
        <translation>von Schritt %1 bis %2</translation>
    </message>
    <message>
        <source>Lifetime along the steps</source>
        <translation>Lebensdauer über die Schritte</translation>
    </message>
    <message>
        <source>Of the same operation</source>
        <translation>Von derselben Operation</translation>
    </message>
    <message>
        <source>Split %1</source>
        <translation>Split %1</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>cross it</source>
        <translation>werden übertragen</translation>
    </message>
    <message>
        <source>Transfer, cycles</source>
        <translation>Übertragung, Takte</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fixiert</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>by one layer to the right</source>
        <translation>ein Layer nach rechts</translation>
    </message>
    <message>
        <source>by one layer to the left</source>
        <translation>ein Layer nach links</translation>
    </message>
    <message>
        <source>Peak of the plan if the split is moved</source>
        <translation>Peak des Plans, wenn verschoben</translation>
    </message>
    <message>
        <source>Repeats</source>
        <extracomment>how often a loop runs</extracomment>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Calls function</source>
        <translation>Ruft die Funktion</translation>
    </message>
    <message>
        <source>Compute set</source>
        <translation>Compute-Set</translation>
    </message>
    <message>
        <source>Bytes in, IPU %1</source>
        <translation>Bytes hinein, IPU %1</translation>
    </message>
    <message>
        <source>Bytes out, IPU %1</source>
        <translation>Bytes hinaus, IPU %1</translation>
    </message>
    <message>
        <source>Exchange code</source>
        <translation>Exchange-Code</translation>
    </message>
    <message>
        <source>Control code</source>
        <translation>Control-Code</translation>
    </message>
    <message>
        <source>Lowered variables</source>
        <translation>Lowered-Variablen</translation>
    </message>
    <message>
        <source>Debug information</source>
        <translation>Debug-Informationen</translation>
    </message>
    <message>
        <source>Steps of the program</source>
        <translation>Schritte des Programms</translation>
    </message>
    <message>
        <source>Debug contexts</source>
        <translation>Debug-Kontexte</translation>
    </message>
    <message>
        <source>Program: %1</source>
        <translation>Programm: %1</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>live on all tiles</source>
        <translation>live auf allen Tiles</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>On all tiles</source>
        <translation>Auf allen Tiles</translation>
    </message>
    <message>
        <source>Always live</source>
        <translation>Immer belegt</translation>
    </message>
    <message>
        <source>Not always live</source>
        <translation>Zeitweise belegt</translation>
    </message>
    <message>
        <source>Tile %1</source>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>as Poplar counted it</source>
        <translation>wie Poplar es gezählt hat</translation>
    </message>
</context>
<context>
    <name>tileline::IpuBar</name>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>%1 · headroom %2 (%3)</source>
        <translation>%1 · Reserve %2 (%3)</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet&#xa0;…</translation>
    </message>
    <message>
        <source>%1 · over by %2 (%3)</source>
        <extracomment>%1 is the peak, %2 the bytes between it and the limit, %3 their percentage of the limit</extracomment>
        <translation>%1 · Überlauf %2 (%3)</translation>
    </message>
    <message>
        <source>computing… (last result above)</source>
        <translation>wird berechnet&#xa0;… (oben das letzte Ergebnis)</translation>
    </message>
    <message>
        <source>tile %1, step %2 · %3</source>
        <extracomment>the place of the peak; %3 is &quot;layers 3 to 5&quot;</extracomment>
        <translation>Tile %1, Schritt %2 · %3</translation>
    </message>
    <message>
        <source>Limit of this IPU…</source>
        <translation>Limit dieser IPU&#xa0;…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>%1 of %2 (%3)</source>
        <extracomment>%3 is &quot;estimate of the pipeline&quot; or &quot;PopLiner&apos;s estimate&quot;</extracomment>
        <translation>%1 von %2 (%3)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>%1 is the peak, %2 the limit. There is no headroom, because the figures are not reliable</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Included, over all tiles: stash %1, gradient accumulators %2, owned by no operation %3</source>
        <translation>Darin, über alle Tiles: Stash %1, Gradientensammler %2, zu keiner Operation gehörend %3</translation>
    </message>
    <message numerus="yes">
        <source>The stash holds %n copies of each stashed variable</source>
        <translation>
            <numerusform>Der Stash hält %n Kopie jeder aufgehobenen Variablen</numerusform>
            <numerusform>Der Stash hält %n Kopien jeder aufgehobenen Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Code and state</source>
        <translation>Code und State</translation>
    </message>
    <message>
        <source>Stash</source>
        <translation>Stash</translation>
    </message>
    <message>
        <source>Accumulators</source>
        <translation>Sammler</translation>
    </message>
    <message>
        <source>Unowned</source>
        <translation>Ohne Operation</translation>
    </message>
    <message>
        <source>Forward</source>
        <extracomment>cycles of the forward pass</extracomment>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <extracomment>cycles of the forward pass when it is computed again</extracomment>
        <translation>Neu berechnet</translation>
    </message>
    <message>
        <source>Backward</source>
        <extracomment>cycles of the backward pass</extracomment>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>a part of a tile&apos;s contents, and its bytes: &quot;Variables 312.0 KiB&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>On tile %1: %2</source>
        <extracomment>%2 is a list: &quot;Variables 312.0 KiB, Stash 20.1 KiB&quot;</extracomment>
        <translation>Auf Tile %1: %2</translation>
    </message>
    <message>
        <source>Cycles unknown</source>
        <translation>Takte unbekannt</translation>
    </message>
    <message>
        <source>Cycles: %1 of the period of %2 (%3), %4: %5</source>
        <extracomment>an IPU works for %1 of the %2 cycles of the period, which is %3 per cent; %4 is &quot;measured&quot; or &quot;estimated&quot;, %5 a list: &quot;Forward 1.2 M, Backward 2.4 M&quot;</extracomment>
        <translation>Takte: %1 der Periode von %2 (%3), %4: %5</translation>
    </message>
    <message>
        <source>Click to see why; double-click to change the limit</source>
        <translation>Klicken, um zu sehen, warum; doppelklicken, um das Limit zu ändern</translation>
    </message>
    <message>
        <source>Why this peak</source>
        <translation>Warum dieser Peak</translation>
    </message>
    <message>
        <source>%1 compared with the other plan</source>
        <extracomment>%1 is a number of bytes with a sign</extracomment>
        <translation>%1 gegenüber dem anderen Plan</translation>
    </message>
    <message>
        <source>IPU %1: %2; %3; %4</source>
        <extracomment>%2 is &quot;571.9 KiB · headroom 52.1 KiB (8.3 %)&quot;, %3 &quot;limit 638,976 B&quot;, %4 &quot;tile 3, step 120 · layers 3 to 5&quot;</extracomment>
        <translation>IPU %1: %2; %3; %4</translation>
    </message>
    <message>
        <source>For the I/O tiles</source>
        <translation>Für die I/O-Tiles</translation>
    </message>
</context>
<context>
    <name>tileline::KeyFigures</name>
    <message>
        <source>Peak and speed of the plan</source>
        <translation>Spitze und Geschwindigkeit des Plans</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
</context>
<context>
    <name>tileline::LaneChart</name>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show the chosen item</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>W, S, wheel: zoom
A, D, drag with Shift: move
F, double click: zoom to what is chosen
Home: show everything
E, Q: taller or lower lines of tiles
Arrow keys, click: choose
Drag: choose a range
?: this list</source>
        <translation>W, S, Rad: zoomen
A, D, Umschalt und Ziehen: verschieben
F, Doppelklick: Auswahl zeigen
Pos1: alles zeigen
E, Q: höhere oder niedrigere Zeilen der Tiles
Pfeiltasten, Klick: wählen
Ziehen: einen Bereich wählen
?: diese Liste</translation>
    </message>
    <message>
        <source>Tile %1</source>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>Tile %1: %2</source>
        <extracomment>%2 is &quot;120 cycles&quot;</extracomment>
        <translation>Tile %1: %2</translation>
    </message>
    <message>
        <source>Taller lines of tiles</source>
        <translation>Höhere Zeilen der Tiles</translation>
    </message>
    <message>
        <source>Lower lines of tiles</source>
        <translation>Niedrigere Zeilen der Tiles</translation>
    </message>
</context>
<context>
    <name>tileline::LayerChart</name>
    <message>
        <source>The profile has cycle counts for too few programs.</source>
        <translation>Das Profil hat zu wenige Takte.</translation>
    </message>
    <message>
        <source>Bytes of each layer, summed over tiles (%1)</source>
        <extracomment>%1 is &quot;estimate of the pipeline&quot; or &quot;PopLiner&apos;s estimate&quot;</extracomment>
        <translation>Bytes jedes Layers, summiert über die Tiles (%1)</translation>
    </message>
    <message>
        <source>Cycles of each layer for a micro-batch</source>
        <translation>Takte jedes Layers für einen Micro-Batch</translation>
    </message>
    <message>
        <source>Cycles of each layer for a micro-batch (measured)</source>
        <translation>Takte jedes Layers für einen Micro-Batch (gemessen)</translation>
    </message>
    <message>
        <source>Cycles of each layer for a micro-batch (estimated by Poplar)</source>
        <translation>Takte jedes Layers für einen Micro-Batch (von Poplar geschätzt)</translation>
    </message>
    <message>
        <source>Total: %1</source>
        <translation>Gesamt: %1</translation>
    </message>
    <message>
        <source>Forward: %1</source>
        <extracomment>%1 is &quot;1,234 cycles&quot;</extracomment>
        <translation>Vorwärts: %1</translation>
    </message>
    <message>
        <source>Backward: %1</source>
        <translation>Rückwärts: %1</translation>
    </message>
    <message>
        <source>Tile balance: unknown</source>
        <translation>Tile-Balance: unbekannt</translation>
    </message>
    <message>
        <source>Mean tile (tile balance)</source>
        <extracomment>the line across a bar and, in brackets, the number above the bar</extracomment>
        <translation>Mittleres Tile (Tile-Balance)</translation>
    </message>
    <message>
        <source>Tile balance: %1 (mean of the tiles divided by the slowest)</source>
        <translation>Tile-Balance: %1 (Mittel der Tiles geteilt durch das langsamste)</translation>
    </message>
    <message>
        <source>PopLiner&apos;s setting has no passes, so it has no cycles of layers. Choose the setting Pipeline.</source>
        <translation>PopLiners Einstellung kennt weder Vorwärts- noch Rückwärtslauf, daher gibt es keine Takte der Layer. Wählen Sie die Einstellung Pipeline.</translation>
    </message>
</context>
<context>
    <name>tileline::LayerOverview</name>
    <message>
        <source>All layers</source>
        <translation>Alle Layer</translation>
    </message>
    <message>
        <source>Drag the frame or its ends to choose the layers that are shown</source>
        <translation>Ziehen Sie den Rahmen oder seine Enden, um die gezeigten Layer zu wählen</translation>
    </message>
</context>
<context>
    <name>tileline::LayersDialog</name>
    <message>
        <source>Preview of layers</source>
        <translation>Vorschau der Layer</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>A regular expression. Its capture groups are joined to form the layer&apos;s name. If the expression has no groups, the name is the whole match.</source>
        <translation>Ein regulärer Ausdruck. Seine Gruppen, aneinandergehängt, sind der Name des Layers; ohne Gruppen ist es der ganze Treffer.</translation>
    </message>
    <message>
        <source>An operation belongs to the first layer if the name of one of its inputs matches this expression, unless another rule finds a layer for it.</source>
        <translation>Operationen mit einer Eingabe, die passt, gehören zum ersten Layer, wo keine andere Regel einen findet.</translation>
    </message>
    <message>
        <source>In the order in which they first run</source>
        <translation>Wie sie zuerst laufen</translation>
    </message>
    <message>
        <source>By name, with numbers in numerical order</source>
        <translation>Nach Namen, Zahlen als Zahlen</translation>
    </message>
    <message>
        <source>&amp;Layer expression:</source>
        <translation>&amp;Layer-Ausdruck:</translation>
    </message>
    <message>
        <source>&amp;Inputs of the first layer:</source>
        <translation>&amp;Eingaben des ersten Layers:</translation>
    </message>
    <message>
        <source>&amp;Order of layers:</source>
        <translation>&amp;Reihenfolge der Layer:</translation>
    </message>
    <message>
        <source>Open a profile to see what the expressions match.</source>
        <translation>Öffnen Sie ein Profil, um zu sehen, was die Ausdrücke treffen.</translation>
    </message>
    <message>
        <source>Layer options</source>
        <translation>Layer-Optionen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln operations are %2; %3</source>
        <extracomment>%1 is a number, %2 &quot;in 12 layers&quot;, %3 &quot;40 tensors&quot;</extracomment>
        <translation>
            <numerusform>%1 von %Ln Operation liegt %2; %3</numerusform>
            <numerusform>%1 von %Ln Operationen liegen %2; %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln layers</source>
        <translation>
            <numerusform>in %Ln Layer</numerusform>
            <numerusform>in %Ln Layern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensors</source>
        <translation>
            <numerusform>%Ln Tensor</numerusform>
            <numerusform>%Ln Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>This expression takes too long. Use one without nested repetitions.</source>
        <translation>Dieser Ausdruck braucht zu lange. Benutzen Sie einen ohne verschachtelte Wiederholungen.</translation>
    </message>
    <message>
        <source>Error at position %1: %2</source>
        <translation>Fehler an Position %1: %2</translation>
    </message>
</context>
<context>
    <name>tileline::LimitsDialog</name>
    <message>
        <source>Limits of single IPUs</source>
        <translation>Limits einzelner IPUs</translation>
    </message>
    <message>
        <source>IPU</source>
        <translation>IPU</translation>
    </message>
    <message>
        <source>Bytes per tile</source>
        <translation>Bytes pro Tile</translation>
    </message>
    <message>
        <source>If an IPU must keep room for something else, type how many bytes a plan may use on each of its tiles, such as 500,000 or 488 KiB. An empty field means the common limit of %1.</source>
        <translation>Bytes pro Tile, die eine IPU benutzen darf, wo sie Platz für anderes lassen muss: 500.000 oder 488 KiB. Ein leeres Feld bedeutet den gemeinsamen Speicher von %1.</translation>
    </message>
    <message>
        <source>Each field must be empty or contain a size greater than 0, such as 600 KiB</source>
        <translation>Jedes Feld muss leer sein oder eine Größe über 0 enthalten, etwa 600 KiB</translation>
    </message>
</context>
<context>
    <name>tileline::LivenessPage</name>
    <message>
        <source>Liveness</source>
        <translation>Liveness</translation>
    </message>
    <message>
        <source>Open a profile to see its liveness.</source>
        <translation>Öffnen Sie ein Profil, um seine Liveness zu sehen.</translation>
    </message>
    <message>
        <source>Live variables</source>
        <translation>Live-Variablen</translation>
    </message>
    <message>
        <source>Al&amp;ways-live bytes</source>
        <translation>Bytes, die immer &amp;live sind</translation>
    </message>
    <message>
        <source>Always-live &amp;variables</source>
        <translation>&amp;Variablen, die immer live sind</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>Aus&amp;wahl leeren</translation>
    </message>
    <message>
        <source>One tile</source>
        <translation>Ein Tile</translation>
    </message>
    <message>
        <source>Show the bytes of all tiles together, or of one tile</source>
        <translation>Die Bytes aller Tiles zusammen zeigen, oder die eines Tiles</translation>
    </message>
    <message>
        <source>Tile </source>
        <translation>Tile </translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>Also show the bytes that are live in every step. Without them, the other bytes are drawn larger.</source>
        <translation>Auch die Bytes zeigen, die in jedem Schritt live sind. Ohne sie ist der Rest größer zu sehen.</translation>
    </message>
    <message>
        <source>Also list variables that are live in every step</source>
        <translation>Auch Variablen auflisten, die in jedem Schritt live sind</translation>
    </message>
    <message>
        <source>Forget the chosen steps</source>
        <translation>Die gewählten Schritte vergessen</translation>
    </message>
    <message>
        <source>The profile has no liveness</source>
        <translation>Das Profil hat keine Liveness</translation>
    </message>
    <message>
        <source>Profile again with the engine option autoReport.outputDetailedLiveness or autoReport.all set to true.</source>
        <translation>Profilieren Sie neu, mit der Engine-Option autoReport.outputDetailedLiveness oder autoReport.all auf true.</translation>
    </message>
    <message>
        <source>tile %1</source>
        <extracomment>comes after the step: &quot;Live variables in step 12, tile 3&quot;</extracomment>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>all tiles</source>
        <translation>alle Tiles</translation>
    </message>
    <message>
        <source>What changes from step %1 (A) to step %2 (B), %3</source>
        <translation>Was sich von Schritt %1 (A) bis Schritt %2 (B) ändert, %3</translation>
    </message>
    <message>
        <source>Live variables in step %1, %2</source>
        <translation>Live-Variablen in Schritt %1, %2</translation>
    </message>
    <message>
        <source>%1; in addition, %2 of code, vertex state and other data are always live</source>
        <extracomment>%1 is &quot;Live variables in step 12, tile 3&quot;</extracomment>
        <translation>%1; daneben sind %2 an Code, Vertex-State und anderem immer live</translation>
    </message>
    <message>
        <source>All tiles</source>
        <translation>Alle Tiles</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
    <message>
        <source>%1: the IPU does not run then</source>
        <extracomment>%1 is &quot;Live variables in step 12, tile 3&quot;</extracomment>
        <translation>%1: dann läuft die IPU nicht</translation>
    </message>
    <message>
        <source>By liveness</source>
        <translation>Nach Liveness</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>Nach Rolle</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Nach Layer</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>What the areas of the chart stand for. You can choose this for the report, but not for an IPU of the plan.</source>
        <translation>Was die Flächen des Diagramms sind. Wählbar für den Report, aber nicht für eine IPU des Plans.</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message numerus="yes">
        <source>Live variables in %Ln steps, %1</source>
        <translation>
            <numerusform>Live-Variablen in %Ln Schritt, %1</numerusform>
            <numerusform>Live-Variablen in %Ln Schritten, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Click a step in the chart to list its live variables.
Shift-click a second step to see what changes between the two, and further steps to see them side by side.</source>
        <translation>Klicken Sie im Diagramm auf einen Schritt, um seine Live-Variablen zu sehen.
Mit Umschalt und Klick auf einen zweiten Schritt sehen Sie, was sich zwischen beiden ändert, mit weiteren stehen sie nebeneinander.</translation>
    </message>
    <message>
        <source>Choose a part of the report to see its tiles.</source>
        <translation>Wählen Sie einen Teil des Reports, um seine Tiles zu sehen.</translation>
    </message>
    <message>
        <source>Tiles in a step</source>
        <translation>Tiles in einem Schritt</translation>
    </message>
</context>
<context>
    <name>tileline::LoadingPage</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Progress of loading</source>
        <translation>Fortschritt beim Laden</translation>
    </message>
    <message>
        <source>Opening %1 again</source>
        <translation>%1 wird erneut geöffnet</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
</context>
<context>
    <name>tileline::MainWindow</name>
    <message>
        <source>Progress of the background job</source>
        <translation>Fortschritt der Hintergrundaufgabe</translation>
    </message>
    <message>
        <source>Ready</source>
        <extracomment>Ready: there is no job. Otherwise, %1 is the current job, such as &quot;Estimating the plan&quot;</extracomment>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1&#xa0;…</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 tiles per IPU · %Ln lowered variables</source>
        <translation>
            <numerusform>%1 · %2 Tiles pro IPU · %Ln Lowered-Variable</numerusform>
            <numerusform>%1 · %2 Tiles pro IPU · %Ln Lowered-Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1[*] – %2 (%3) – %4</source>
        <translation>%1[*] – %2 (%3) – %4</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New window</source>
        <translation>&amp;Neues Fenster</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen&#xa0;…</translation>
    </message>
    <message>
        <source>Open report &amp;directory…</source>
        <translation>&amp;Report-Verzeichnis öffnen&#xa0;…</translation>
    </message>
    <message>
        <source>%1 no longer exists. It was removed from the list.</source>
        <translation>%1 ist nicht mehr da. Der Eintrag wurde aus der Liste entfernt.</translation>
    </message>
    <message>
        <source>Open the sa&amp;mple</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>Save &amp;picture of the plan…</source>
        <translation>B&amp;ild des Plans speichern&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Close profile</source>
        <translation>Profil s&amp;chließen</translation>
    </message>
    <message>
        <source>Close w&amp;indow</source>
        <translation>Fenster sc&amp;hließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <extracomment>used alone, and before the name of the step to undo: &quot;Undo Move split&quot;</extracomment>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <extracomment>used alone, and before the name of the step to redo: &quot;Redo Move split&quot;</extracomment>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>La&amp;yers…</source>
        <translation>&amp;Layer&#xa0;…</translation>
    </message>
    <message>
        <source>Li&amp;mits of single IPUs…</source>
        <translation>Limits &amp;einzelner IPUs&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>&amp;Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>V&amp;erkleinern</translation>
    </message>
    <message>
        <source>&amp;Whole model</source>
        <translation>&amp;Ganzes Modell</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <extracomment>As the system: the light or dark theme of the system</extracomment>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Bytes as</source>
        <translation>&amp;Bytes als</translation>
    </message>
    <message>
        <source>&amp;KiB, MiB</source>
        <translation>&amp;KiB, MiB</translation>
    </message>
    <message>
        <source>k&amp;B, MB</source>
        <translation>k&amp;B, MB</translation>
    </message>
    <message>
        <source>b&amp;ytes</source>
        <translation>B&amp;ytes</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;What is new</source>
        <translation>&amp;Neuigkeiten</translation>
    </message>
    <message>
        <source>&amp;About Tileline</source>
        <translation>Ü&amp;ber Tileline</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation>Profil öffnen</translation>
    </message>
    <message>
        <source>Profiles (%1);;All files (*)</source>
        <extracomment>%1: patterns of file names, &quot;*.tileline *.pop&quot;</extracomment>
        <translation>Profile (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a report directory</source>
        <translation>Report-Verzeichnis öffnen</translation>
    </message>
    <message>
        <source>Save a picture of the plan</source>
        <translation>Bild des Plans speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>About Tileline</source>
        <translation>Über Tileline</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Tileline %1&lt;/h3&gt;&lt;p&gt;Plans pipeline stages for Graphcore IPUs: where to split a model, and what every IPU&apos;s fullest tile would hold.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Tileline %1&lt;/h3&gt;&lt;p&gt;Plant Pipeline-Stages für Graphcore-IPUs: wo ein Modell zu teilen ist, und was auf dem vollsten Tile jeder IPU liegen würde.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später. Sie kommt ohne jede Gewährleistung.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Neuigkeiten</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Tileline %1&lt;/h3&gt;&lt;p&gt;The first version.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Drag the splits, and see what every IPU&apos;s fullest tile holds.&lt;/li&gt;&lt;li&gt;Ask for the best plan: lowest peak, or fewest IPUs.&lt;/li&gt;&lt;li&gt;See why a stage peaks: liveness, tile memory, operations.&lt;/li&gt;&lt;li&gt;Export a plan that PopTorch can load.&lt;/li&gt;&lt;/ul&gt;</source>
        <translation>&lt;h3&gt;Tileline %1&lt;/h3&gt;&lt;p&gt;Die erste Version.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Splits ziehen und sehen, was auf dem vollsten Tile jeder IPU liegt.&lt;/li&gt;&lt;li&gt;Nach dem besten Plan fragen: kleinster Peak oder wenigste IPUs.&lt;/li&gt;&lt;li&gt;Sehen, woher der Peak einer Stage kommt: Liveness, Tile-Speicher, Operationen.&lt;/li&gt;&lt;li&gt;Exportieren, was PopTorch lädt.&lt;/li&gt;&lt;/ul&gt;</translation>
    </message>
    <message>
        <source>&amp;Open it</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>Layer &amp;chart</source>
        <translation>Layer-&amp;Diagramm</translation>
    </message>
    <message>
        <source>%1 has changed on disk.</source>
        <extracomment>%1 is the file name of the open profile</extracomment>
        <translation>%1 wurde auf dem Datenträger geändert.</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;User guide</source>
        <translation>Benutzer&amp;handbuch</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Tastatur und Maus</translation>
    </message>
    <message>
        <source>Reload pro&amp;file</source>
        <extracomment>reads the open profile again</extracomment>
        <translation>Profil neu l&amp;aden</translation>
    </message>
    <message>
        <source>Open from an error messa&amp;ge…</source>
        <translation>Aus einer Fehler&amp;meldung öffnen&#xa0;…</translation>
    </message>
    <message>
        <source>There is not enough memory for everything that this window shows. The plan is kept. Save it, and close other windows or programs.</source>
        <translation>Der Speicher reicht nicht für alles aus, was dieses Fenster zeigt. Der Plan bleibt erhalten. Speichern Sie ihn, und schließen Sie andere Fenster oder Programme.</translation>
    </message>
    <message>
        <source>Bac&amp;k</source>
        <extracomment>goes back to what was chosen before</extracomment>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>V&amp;or</translation>
    </message>
    <message>
        <source>Two p&amp;ages</source>
        <translation>Zwei Se&amp;iten</translation>
    </message>
    <message>
        <source>Page in a win&amp;dow</source>
        <translation>Seite in einem Fe&amp;nster</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Next size of the &amp;plan</source>
        <extracomment>the plan is shown whole, as a line of its stages, or not at all</extracomment>
        <translation>Nächste Größe des &amp;Plans</translation>
    </message>
    <message>
        <source>&amp;Search…</source>
        <extracomment>for commands, IPUs, layers, operations and variables</extracomment>
        <translation>&amp;Suchen …</translation>
    </message>
    <message>
        <source>Inspector</source>
        <extracomment>the panel that describes what is chosen</extracomment>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zuletzt &amp;geöffnet</translation>
    </message>
    <message>
        <source>Compare wit&amp;h another report…</source>
        <translation>Mit anderem Report &amp;vergleichen&#xa0;…</translation>
    </message>
    <message>
        <source>Recent comparisons</source>
        <translation>Letzte Vergleiche</translation>
    </message>
    <message>
        <source>Compare with another report</source>
        <translation>Mit anderem Report vergleichen</translation>
    </message>
</context>
<context>
    <name>tileline::MemoryChart</name>
    <message>
        <source>%1 over</source>
        <extracomment>%1 is a number of bytes</extracomment>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>Show the chosen item</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>interleaved memory</source>
        <translation>Interleaved-Speicher</translation>
    </message>
</context>
<context>
    <name>tileline::MemoryFields</name>
    <message>
        <source>Memory per tile</source>
        <translation>Speicher pro Tile</translation>
    </message>
    <message>
        <source>&amp;Memory per tile</source>
        <translation>&amp;Speicher pro Tile</translation>
    </message>
    <message>
        <source>Memory to keep free</source>
        <extracomment>caption of a field: the percentage of the memory that stays free</extracomment>
        <translation>Freizuhaltender Speicher</translation>
    </message>
    <message>
        <source>&amp;Keep free</source>
        <translation>&amp;Freihalten</translation>
    </message>
    <message>
        <source>The share of every tile&apos;s memory that a plan must not use</source>
        <translation>Der Anteil am Speicher jedes Tiles, den ein Plan nicht benutzen darf</translation>
    </message>
    <message>
        <source>The memory of a tile: 638,976 B on Mk2 and Bow IPUs. You can type a number with the unit B, kB, KiB, MB or MiB</source>
        <translation>Was ein Tile hat: 638.976 B bei Mk2- und Bow-IPUs. B, kB, KiB, MB und MiB können eingegeben werden</translation>
    </message>
</context>
<context>
    <name>tileline::MemoryMapPage</name>
    <message>
        <source>Tile </source>
        <translation>Tile </translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>Smallest size</source>
        <translation>Kleinste Größe</translation>
    </message>
    <message>
        <source>Smaller variables are not drawn</source>
        <translation>Kleinere Variablen werden nicht gezeichnet</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Speicherplan</translation>
    </message>
    <message>
        <source>Profile again with the engine option autoReport.outputLoweredVars or autoReport.all set to true.</source>
        <translation>Profilieren Sie noch einmal mit der Engine-Option autoReport.outputLoweredVars oder autoReport.all auf true.</translation>
    </message>
    <message>
        <source>In the whole report: %1 used by variables with %2 live intervals</source>
        <translation>%1 belegt, %2 Variablen und Intervalle, im ganzen Bericht</translation>
    </message>
    <message>
        <source>The report does not list its variables</source>
        <translation>Der Bericht führt seine Variablen nicht auf</translation>
    </message>
    <message>
        <source>%1 live intervals of variables. The variables are stacked in order, because the report has no addresses.</source>
        <translation>Variablen, die in %1 Intervallen leben. Sie liegen der Reihe nach übereinander, weil der Bericht keine Adressen hat.</translation>
    </message>
    <message>
        <source>Open a profile to see where its variables are in memory.</source>
        <translation>Öffnen Sie ein Profil, um zu sehen, wo seine Variablen liegen.</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>IPU of the plan</source>
        <translation>IPU des Plans</translation>
    </message>
    <message>
        <source>Coloured by</source>
        <translation>Farben nach</translation>
    </message>
    <message>
        <source>What the colours of variables stand for. Code is always coloured by category.</source>
        <translation>Wofür die Farben der Variablen stehen. Code hat die Farben seiner Kategorien.</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
    <message>
        <source>from %1</source>
        <extracomment>%1 is a number of bytes: smaller variables are not drawn</extracomment>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>Estimate of the stage: %1 live intervals of variables. They are stacked in order, because their addresses are not known yet, and do not include copies for the pipeline.</source>
        <translation>%1 Variablen und Intervalle der Stage, wie geschätzt. Sie sind der Reihe nach gestapelt, weil ihre Adressen noch nicht bekannt sind. Kopien für die Pipeline sind nicht dabei.</translation>
    </message>
    <message>
        <source>always live</source>
        <translation>immer live</translation>
    </message>
    <message>
        <source>live for a time</source>
        <translation>zeitweise live</translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>in no layer</source>
        <translation>in keinem Layer</translation>
    </message>
    <message>
        <source>on no IPU of a plan</source>
        <translation>auf keiner IPU eines Plans</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>ungenutzt</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <extracomment>%1 is a number of bytes, %2 the address of the first byte</extracomment>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>live from step %1 to %2</source>
        <translation>lebt von Schritt %1 bis %2</translation>
    </message>
    <message>
        <source>unused: %1 at %2</source>
        <extracomment>%1 is a number of bytes, %2 the address of the first byte</extracomment>
        <translation>ungenutzt: %1 ab %2</translation>
    </message>
</context>
<context>
    <name>tileline::MessageBar</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>tileline::NumbersDialog</name>
    <message>
        <source>Numbers of the setting</source>
        <translation>Zahlen der Einstellung</translation>
    </message>
    <message>
        <source>The estimated memory depends on the I/O tiles and on the number of micro-batches: with several micro-batches, even a plan of one stage accumulates gradients in training. The speed of a plan depends on all numbers except the I/O tiles.</source>
        <translation>Der geschätzte Speicher hängt von den I/O-Tiles und von den Micro-Batches ab: Ein Plan mit einer Stufe, der mit mehreren trainiert, sammelt Gradienten an. Wie schnell ein Plan läuft, hängt von allen Zahlen außer den I/O-Tiles ab.</translation>
    </message>
</context>
<context>
    <name>tileline::OperationsPage</name>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Open a profile to see its operations.</source>
        <translation>Öffnen Sie ein Profil, um seine Operationen zu sehen.</translation>
    </message>
    <message>
        <source>The profile has no operations with programs</source>
        <translation>Das Profil hat keine Operationen mit Programmen</translation>
    </message>
    <message>
        <source>Put the debug.cbor of the same compilation beside the profile, and open the profile again.</source>
        <translation>Legen Sie die debug.cbor derselben Kompilierung neben das Profil, und öffnen Sie es erneut.</translation>
    </message>
    <message>
        <source>The profile has no operations that PopLiner recognises</source>
        <translation>Das Profil hat keine Operationen, die PopLiner kennt</translation>
    </message>
    <message>
        <source>Choose the pipeline setting: it shows named programs instead.</source>
        <translation>In der Einstellung Pipeline vertreten benannte Programme sie.</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
</context>
<context>
    <name>tileline::OverviewStrip</name>
    <message>
        <source>The whole axis. Drag the frame to move it, or its ends to zoom; double-click to show everything</source>
        <translation>Die ganze Achse. Ziehen Sie den Rahmen zum Verschieben, seine Enden zum Zoomen; ein Doppelklick zeigt alles</translation>
    </message>
</context>
<context>
    <name>tileline::PeakPage</name>
    <message>
        <source>Open a profile to see why an IPU is as full as it is.</source>
        <translation>Öffnen Sie ein Profil, um zu sehen, warum eine IPU so voll ist.</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>One layer more or less</source>
        <translation>Ein Layer mehr oder weniger</translation>
    </message>
    <message>
        <source>By layer</source>
        <extracomment>what the rows of a table are grouped by; the last entry shows the rows without groups</extracomment>
        <translation>Nach Layer</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>Nach Modul</translation>
    </message>
    <message>
        <source>By source line</source>
        <translation>Nach Quellzeile</translation>
    </message>
    <message>
        <source>Not grouped</source>
        <translation>Nicht gruppiert</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>Nach Rolle</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>The property by which the items on the tile are grouped</source>
        <translation>Wonach die Posten auf dem Tile gruppiert sind</translation>
    </message>
    <message>
        <source>Tiles of the IPU</source>
        <translation>Tiles der IPU</translation>
    </message>
    <message>
        <source>Fullest IPU</source>
        <translation>Vollste IPU</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Der Plan</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>Der Bericht</translation>
    </message>
    <message>
        <source>Explained</source>
        <translation>Erklärt</translation>
    </message>
    <message>
        <source>Explain the peak of an IPU under the plan, or the memory use that the report itself shows</source>
        <translation>Die Spitze einer IPU des Plans erklären, oder den Speicher des Berichts, wie er ist</translation>
    </message>
    <message>
        <source>All tiles</source>
        <translation>Alle Tiles</translation>
    </message>
    <message>
        <source>The chosen tile</source>
        <translation>Das gewählte Tile</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>List the largest items on all tiles together, or on the most recently chosen tile</source>
        <translation>Aufführen, was auf allen Tiles zusammen am größten ist, oder auf dem zuletzt gewählten Tile</translation>
    </message>
    <message>
        <source>%1 from IPU %2</source>
        <extracomment>%1 is &quot;layer 4&quot;</extracomment>
        <translation>%1 von IPU %2</translation>
    </message>
    <message>
        <source>%1 to IPU %2</source>
        <translation>%1 zu IPU %2</translation>
    </message>
    <message>
        <source>IPU %1 (%2): tile %3 holds %4 at step %5.</source>
        <extracomment>%2 is &quot;layers 4 to 7&quot;</extracomment>
        <translation>IPU %1 (%2): Tile %3 hält %4 in Schritt %5.</translation>
    </message>
    <message>
        <source>IPU %1 (%2): tile %3 holds %4 at step %5, %6 more than its limit.</source>
        <translation>IPU %1 (%2): Tile %3 hält %4 in Schritt %5, %6 mehr als das Limit.</translation>
    </message>
    <message>
        <source>IPU %1 (%2): tile %3 holds %4 at step %5, with a headroom of %6.</source>
        <translation>IPU %1 (%2): Tile %3 hält %4 in Schritt %5, mit einer Reserve von %6.</translation>
    </message>
    <message>
        <source>At that step, %1 runs (%2).</source>
        <extracomment>%1 is the name of an operation, %2 its layer</extracomment>
        <translation>Dann läuft %1 (%2).</translation>
    </message>
    <message>
        <source>At that step, a program runs: %1 %2.</source>
        <extracomment>%1 is the type of a program, %2 its name</extracomment>
        <translation>Dann läuft ein Programm: %1 %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln tiles hold at least 95 % of what the fullest tile holds.</source>
        <extracomment>%1 is a number of tiles</extracomment>
        <translation>
            <numerusform>%1 von %Ln Tile hält mindestens 95 % davon.</numerusform>
            <numerusform>%1 von %Ln Tiles halten mindestens 95 % davon.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::PlanCanvas</name>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Left and Right choose a boundary between layers. Insert adds a split there, P pins that split, and F forbids splits there. Tab goes to the split markers.</source>
        <translation>Links und Rechts wählen eine Grenze zwischen Layern. Einfg setzt dort einen Split, P fixiert ihn, F verbietet ihn. Tab geht zu den Split-Marken.</translation>
    </message>
    <message>
        <source>Split %1 %2
%3 cross it</source>
        <extracomment>%2 is &quot;before layer 7&quot; or &quot;before layer 7, pinned&quot;, %3 bytes</extracomment>
        <translation>Split %1 %2
%3 gehen darüber</translation>
    </message>
    <message>
        <source>Operations outside any layer</source>
        <translation>Operationen außerhalb von Layern</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Layer %1</translation>
    </message>
    <message>
        <source>Input: what runs before the first layer, such as embeddings and masks</source>
        <translation>Eingang: was vor dem ersten Layer läuft, etwa Embeddings und Masken</translation>
    </message>
    <message>
        <source>Output: what runs after the last layer, such as the head and the loss</source>
        <translation>Ausgang: was nach dem letzten Layer läuft, etwa Kopf und Loss</translation>
    </message>
    <message>
        <source>%1; on IPU %2</source>
        <extracomment>%1 is everything that is known about a layer</extracomment>
        <translation>%1; auf IPU %2</translation>
    </message>
</context>
<context>
    <name>tileline::PlanComparison</name>
    <message>
        <source>%1 of %2</source>
        <extracomment>%1 is the number of a plan&apos;s stages, %2 the number of IPUs</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <extracomment>for screen readers: marks the plan that the window shows</extracomment>
        <translation>%1, gezeigt</translation>
    </message>
    <message>
        <source>Every stage fits on its IPU.</source>
        <translation>Jede Stage passt auf ihre IPU.</translation>
    </message>
    <message>
        <source>Plan</source>
        <extracomment>column titles of the list of plans; Crossing: bytes that cross the splits</extracomment>
        <translation>Plan</translation>
    </message>
    <message>
        <source>IPUs</source>
        <translation>IPUs</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Peak</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Above optimum</source>
        <translation>Über Optimum</translation>
    </message>
    <message>
        <source>Crossing</source>
        <translation>Über Splits</translation>
    </message>
    <message>
        <source>Name; the shown plan is bold</source>
        <translation>Name; der gezeigte Plan ist fett</translation>
    </message>
    <message>
        <source>Number of stages, and number of IPUs that the plan may use</source>
        <translation>Stages, und wie viele IPUs es sein dürfen</translation>
    </message>
    <message>
        <source>Peak tile memory of the fullest stage</source>
        <translation>Peak des Tile-Speichers der vollsten Stage</translation>
    </message>
    <message>
        <source>Lowest headroom of any stage; a negative value is an overflow</source>
        <translation>Kleinste Reserve aller Stages; negativ: Überlauf</translation>
    </message>
    <message>
        <source>How far the peak is above the peak of the best plan for the same number of IPUs</source>
        <translation>Wie weit der Peak über dem des besten Plans für ebenso viele IPUs liegt</translation>
    </message>
    <message>
        <source>Bytes that cross the splits</source>
        <translation>Bytes, die über die Splits gehen</translation>
    </message>
    <message>
        <source>A stage does not fit on its IPU.</source>
        <translation>Eine Stage passt nicht auf ihre IPU.</translation>
    </message>
    <message>
        <source>The plan splits a weight.</source>
        <translation>Der Plan teilt ein Gewicht auf.</translation>
    </message>
</context>
<context>
    <name>tileline::PlanDocument</name>
    <message>
        <source>Untitled plan</source>
        <extracomment>%1 is the name of the file from which the untitled plan was made</extracomment>
        <translation>Unbenannter Plan</translation>
    </message>
    <message>
        <source>Plan 1</source>
        <translation>Plan 1</translation>
    </message>
    <message>
        <source>the profile for which the plan was made</source>
        <translation>das Profil, für das der Plan gemacht wurde</translation>
    </message>
    <message>
        <source>nothing there</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Open a profile first, then the plan.</source>
        <translation>Öffnen Sie zuerst ein Profil, dann den Plan.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>a plan&apos;s name with a number that makes it unique: &quot;Plan 1 (2)&quot;</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Import split</source>
        <translation>Split importieren</translation>
    </message>
    <message>
        <source>A document can contain at most %L1 plans. Remove one first.</source>
        <translation>Ein Dokument fasst höchstens %L1 Pläne: Entfernen Sie erst einen.</translation>
    </message>
    <message>
        <source>Imported (%1).</source>
        <translation>Importiert (%1).</translation>
    </message>
    <message>
        <source>Imported from %1 (%2).</source>
        <extracomment>%1 is the name of a file, %2 the name of a format, such as &quot;optimum&quot;</extracomment>
        <translation>Aus %1 importiert (%2).</translation>
    </message>
    <message>
        <source>Untitled plan (from %1)</source>
        <translation>Unbenannter Plan (aus %1)</translation>
    </message>
</context>
<context>
    <name>tileline::PlanEditor</name>
    <message>
        <source>Move split</source>
        <translation>Split verschieben</translation>
    </message>
    <message>
        <source>Add split</source>
        <translation>Split hinzufügen</translation>
    </message>
    <message>
        <source>Remove split</source>
        <translation>Split entfernen</translation>
    </message>
    <message>
        <source>Unpin split</source>
        <translation>Split lösen</translation>
    </message>
    <message>
        <source>Pin split</source>
        <translation>Split fixieren</translation>
    </message>
    <message>
        <source>Allow splits</source>
        <translation>Splits erlauben</translation>
    </message>
    <message>
        <source>Forbid splits</source>
        <translation>Splits verbieten</translation>
    </message>
    <message>
        <source>Number of IPUs</source>
        <translation>Anzahl der IPUs</translation>
    </message>
    <message>
        <source>Memory per tile</source>
        <translation>Speicher pro Tile</translation>
    </message>
    <message>
        <source>Limits of single IPUs</source>
        <translation>Limits einzelner IPUs</translation>
    </message>
    <message>
        <source>Memory kept free</source>
        <translation>Freigehaltener Speicher</translation>
    </message>
</context>
<context>
    <name>tileline::PlanFiles</name>
    <message>
        <source>Plans (*.tileplan);;All files (*)</source>
        <translation>Pläne (*.tileplan);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Ne&amp;w plan</source>
        <translation>Neuer &amp;Plan</translation>
    </message>
    <message>
        <source>Open p&amp;lan…</source>
        <translation>P&amp;lan öffnen&#xa0;…</translation>
    </message>
    <message>
        <source>Recen&amp;t plans</source>
        <translation>&amp;Zuletzt geöffnete Pläne</translation>
    </message>
    <message>
        <source>&amp;Save plan</source>
        <translation>Plan &amp;speichern</translation>
    </message>
    <message>
        <source>Save plan &amp;as…</source>
        <translation>Plan speichern &amp;unter&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Export plan…</source>
        <translation>Plan &amp;exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Open plan</source>
        <translation>Plan öffnen</translation>
    </message>
    <message>
        <source>None yet</source>
        <extracomment>shown if there are no recent plans</extracomment>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Parts of %1 do not match this profile.</source>
        <translation>Nicht alles aus %1 passt zu diesem Profil.</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more.</source>
        <translation>
            <numerusform>… und %n weitere.</numerusform>
            <numerusform>… und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation>Plan speichern</translation>
    </message>
    <message>
        <source>%1 has been changed by another program since it was read. Replace it?</source>
        <translation>%1 wurde von einem anderen Programm geändert, seit es gelesen wurde. Ersetzen?</translation>
    </message>
    <message>
        <source>Unsaved plan</source>
        <translation>Ungespeicherter Plan</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>an untitled plan</source>
        <extracomment>used in &quot;Tileline ended without saving %1.&quot;</extracomment>
        <translation>einen unbenannten Plan</translation>
    </message>
    <message>
        <source>Recover plan</source>
        <translation>Plan wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Später</translation>
    </message>
    <message>
        <source>%1 was removed by another program. Save the plan to create the file again.</source>
        <translation>%1 wurde von einem anderen Programm entfernt. Speichern Sie den Plan, um die Datei neu zu schreiben.</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Read it again and lose your changes?</source>
        <translation>%1 wurde von einem anderen Programm geändert. Neu lesen und Ihre Änderungen verlieren?</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Read it again?</source>
        <translation>%1 wurde von einem anderen Programm geändert. Neu lesen?</translation>
    </message>
    <message>
        <source>Plan changed on disk</source>
        <translation>Plan auf dem Datenträger geändert</translation>
    </message>
    <message>
        <source>Tileline ended without saving %1, a plan for the profile %2. Recover the changes?</source>
        <translation>Tileline endete, ohne %1 zu speichern, einen Plan für das Profil %2. Änderungen wiederherstellen?</translation>
    </message>
    <message>
        <source>Import split…</source>
        <translation>Split importieren&#xa0;…</translation>
    </message>
    <message>
        <source>Changes to %1 cannot be saved automatically at the moment. Free some disk space, or save the plan elsewhere.</source>
        <translation>Änderungen an %1 werden nicht automatisch gesichert, bis das wieder gelingt. Schaffen Sie Platz, oder speichern Sie den Plan anderswo.</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht&#xa0;…</translation>
    </message>
    <message>
        <source>The report was written to %1.</source>
        <translation>Der Bericht wurde in %1 geschrieben.</translation>
    </message>
    <message>
        <source>The plan is still being estimated. Make the report when the plan&apos;s figures are ready.</source>
        <translation>Der Plan wird noch geschätzt. Erstellen Sie den Bericht, wenn seine Zahlen da sind.</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Web pages (*.html);;All files (*)</source>
        <translation>Webseiten (*.html);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Appl&amp;y plan to this profile…</source>
        <translation>Plan auf dieses Profil an&amp;wenden&#xa0;…</translation>
    </message>
    <message>
        <source>Apply plan to this profile</source>
        <translation>Plan auf dieses Profil anwenden</translation>
    </message>
    <message>
        <source>%1 was closed, because it belongs to the profile that was open before.</source>
        <translation>%1 gehört zum vorher geöffneten Profil und wurde geschlossen.</translation>
    </message>
    <message>
        <source>&amp;Apply plan to this profile</source>
        <translation>Plan auf dieses Profil an&amp;wenden</translation>
    </message>
    <message>
        <source>%1 contains a plan for another profile. Replace it?</source>
        <translation>%1 enthält einen Plan für ein anderes Profil. Ersetzen?</translation>
    </message>
</context>
<context>
    <name>tileline::PlanListPanel</name>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Notes on the shown plan</source>
        <translation>Notizen zum gezeigten Plan</translation>
    </message>
    <message>
        <source>Show</source>
        <extracomment>commands for the selected plan: show it in the window, move it up in the list, ...</extracomment>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Figures: %1</source>
        <extracomment>%1 is a setting: &quot;estimate, pipeline setting, training, Output on the last IPU&quot;</extracomment>
        <translation>Zahlen: %1</translation>
    </message>
</context>
<context>
    <name>tileline::PlanPage</name>
    <message>
        <source>There is no plan for this profile.</source>
        <translation>Zu diesem Profil gibt es keinen Plan.</translation>
    </message>
    <message>
        <source>There is nothing to split: the profile contains no operations of a framework, and the layer expression matches none of the programs that could stand in for them.
If the names of your programs contain the names of layers, adapt the layer expression (Plan &gt; Layers).</source>
        <translation>Es gibt nichts aufzuteilen: Kein Framework hat Operationen hinterlassen, und der Layer-Ausdruck passt auf keines der Programme, die sie vertreten.
Wenn die Namen Ihrer Programme die Layer nennen, passen Sie den Ausdruck an (Plan &gt; Layer).</translation>
    </message>
    <message>
        <source>The layer chart shows the bytes of each layer.</source>
        <translation>Das Layer-Diagramm zeigt die Bytes jedes Layers.</translation>
    </message>
    <message>
        <source>The layer chart shows the forward and backward cycles of each layer, and the layer&apos;s tile balance.</source>
        <translation>Das Layer-Diagramm zeigt die Takte jedes Layers, vorwärts und rückwärts, und seine Tile-Balance.</translation>
    </message>
    <message>
        <source>&amp;Bytes</source>
        <extracomment>what the layer chart shows</extracomment>
        <translation>&amp;Bytes</translation>
    </message>
    <message>
        <source>&amp;Cycles</source>
        <translation>&amp;Takte</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>Abwägung</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
</context>
<context>
    <name>tileline::PlanPointChart</name>
    <message>
        <source>fits</source>
        <extracomment>verdict on the plan of a point</extracomment>
        <translation>passt</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Too many layers to try all plans</source>
        <translation>Zu viele Layer, um alle Pläne zu probieren</translation>
    </message>
    <message>
        <source>Trying all plans… %1</source>
        <translation>Alle Pläne werden probiert&#xa0;… %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>%1 is &quot;4 IPUs: at least 600 kB&quot;, %2 is &quot;fits&quot; or &quot;does not fit&quot;</extracomment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>tileline::PlanToolBar</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Number of IPUs</source>
        <translation>Anzahl der IPUs</translation>
    </message>
    <message>
        <source>The maximum number of IPUs: a plan has at most this many stages</source>
        <translation>Die größte Anzahl an IPUs: so viele Stages hat ein Plan höchstens</translation>
    </message>
    <message>
        <source>&amp;IPUs</source>
        <translation>&amp;IPUs</translation>
    </message>
    <message>
        <source>&amp;Lowest peak</source>
        <translation>&amp;Kleinster Peak</translation>
    </message>
    <message>
        <source>Of all plans for this number of IPUs, the one with the fewest bytes on its fullest tile</source>
        <translation>Der Plan für diese Anzahl IPUs, auf dessen vollstem Tile am wenigsten liegt</translation>
    </message>
    <message>
        <source>&amp;Fewest IPUs</source>
        <translation>&amp;Wenigste IPUs</translation>
    </message>
    <message>
        <source>Of all plans that fit on the fewest IPUs, the one with the lowest peak</source>
        <translation>Die wenigsten IPUs, deren Speicher reicht, dann der kleinste Peak</translation>
    </message>
    <message>
        <source>PopLiner&apos;s &amp;greedy</source>
        <translation>&amp;Greedy wie PopLiner</translation>
    </message>
    <message>
        <source>Auto-split</source>
        <translation>Auto-Split</translation>
    </message>
    <message>
        <source>The plan that PopLiner finds by filling one IPU after another. Only in PopLiner&apos;s setting</source>
        <translation>Der Plan, den PopLiner findet: eine IPU nach der anderen wird gefüllt. Nur in PopLiners Einstellung</translation>
    </message>
    <message>
        <source>Compare with &amp;PopLiner</source>
        <translation>Mit &amp;PopLiner vergleichen</translation>
    </message>
    <message>
        <source>&amp;Shortest period</source>
        <translation>Kü&amp;rzeste Periode</translation>
    </message>
    <message>
        <source>The fastest plan that fits on this number of IPUs; if several are equally fast, the one with the lowest peak. Only in the pipeline setting, for profiles with cycles</source>
        <translation>Der schnellste Plan, der auf diese Anzahl von IPUs passt, dann der kleinste Peak. Für Profile mit Takten, nur in der Einstellung Pipeline</translation>
    </message>
    <message>
        <source>Describes the fullest IPU, and compares its estimate with PopLiner&apos;s for the same layers</source>
        <translation>Beschreibt die vollste IPU, mit PopLiners Zahl für dieselben Layer neben der der Pipeline</translation>
    </message>
</context>
<context>
    <name>tileline::ProgramTreeModel</name>
    <message>
        <source>(unnamed)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>%1, with the programs beneath</source>
        <translation>%1, mit den Programmen darunter</translation>
    </message>
    <message>
        <source>Made by:</source>
        <extracomment>above a list of functions, each called by the one above it</extracomment>
        <translation>Erzeugt von:</translation>
    </message>
</context>
<context>
    <name>tileline::ProgramTreePage</name>
    <message>
        <source>Program tree</source>
        <translation>Programmbaum</translation>
    </message>
    <message>
        <source>Open a profile to see its program tree.</source>
        <translation>Öffnen Sie ein Profil, um seinen Programmbaum zu sehen.</translation>
    </message>
    <message>
        <source>Filter by name or type</source>
        <translation>Nach Namen oder Typ filtern</translation>
    </message>
    <message>
        <source>The profile has no program tree</source>
        <translation>Das Profil hat keinen Programmbaum</translation>
    </message>
    <message>
        <source>Export the profile again.</source>
        <translation>Exportieren Sie das Profil neu.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln programs</source>
        <translation>
            <numerusform>%1 von %Ln Programm</numerusform>
            <numerusform>%1 von %Ln Programmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln programs</source>
        <translation>
            <numerusform>%Ln Programm</numerusform>
            <numerusform>%Ln Programme</numerusform>
        </translation>
    </message>
    <message>
        <source>Control programs</source>
        <extracomment>the choice of the roots of the program tree</extracomment>
        <translation>Control-Programme</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>The roots of the tree: the programs that the host starts, or the functions that programs call</source>
        <translation>Womit der Baum beginnt: die Programme, die der Host startet, oder die Funktionen, die von Programmen aufgerufen werden</translation>
    </message>
</context>
<context>
    <name>tileline::Rail</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Show the names of the pages</source>
        <translation>Die Namen der Seiten zeigen</translation>
    </message>
    <message>
        <source>Show only the icons of the pages</source>
        <translation>Nur die Symbole der Seiten zeigen</translation>
    </message>
</context>
<context>
    <name>tileline::RecentMenu</name>
    <message>
        <source>&amp;Clear the list</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1 (fehlt)</translation>
    </message>
</context>
<context>
    <name>tileline::RolesPanel</name>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>&amp;Optimizer state off chip</source>
        <translation>&amp;Optimiererzustand nicht auf dem Chip</translation>
    </message>
    <message>
        <source>A rule of thumb: no optimizer state, and no buffer in its place</source>
        <translation>Eine Faustregel: kein Optimiererzustand und kein Puffer an seiner Stelle</translation>
    </message>
    <message>
        <source>Accumulators in &amp;half precision</source>
        <translation>Gradientensammler mit &amp;halber Genauigkeit</translation>
    </message>
    <message>
        <source>A rule of thumb: all accumulators take half the bytes</source>
        <translation>Eine Faustregel: die Hälfte der Bytes aller Gradientensammler</translation>
    </message>
    <message>
        <source>Activations hal&amp;ved</source>
        <translation>Aktivierungen hal&amp;biert</translation>
    </message>
    <message>
        <source>A rule of thumb for half the micro-batch: activations, their gradients and their stashes take half the bytes</source>
        <translation>Eine Faustregel für den halben Mikro-Batch: die Hälfte der Bytes der Aktivierungen, ihrer Gradienten und ihrer Stashes</translation>
    </message>
    <message>
        <source>Activations &amp;doubled</source>
        <translation>Aktivierungen ver&amp;doppelt</translation>
    </message>
    <message>
        <source>A rule of thumb for twice the micro-batch: activations, their gradients and their stashes take twice the bytes</source>
        <translation>Eine Faustregel für den doppelten Mikro-Batch: das Doppelte der Bytes der Aktivierungen, ihrer Gradienten und ihrer Stashes</translation>
    </message>
    <message>
        <source>What if:</source>
        <extracomment>followed by check boxes: what would happen if ...</extracomment>
        <translation>Was wäre, wenn:</translation>
    </message>
    <message>
        <source>Choose a stage above to see what its bytes are for.</source>
        <translation>Wählen Sie oben eine Stage, um zu sehen, wofür ihre Bytes sind.</translation>
    </message>
    <message>
        <source>Estimated peak: %1</source>
        <translation>Geschätzter Peak: %1</translation>
    </message>
    <message>
        <source>As a rule of thumb, the peak would be %1, on tile %2. Without these changes, the estimated peak is %3.</source>
        <extracomment>%1 and %3 are numbers of bytes, %2 the number of a tile</extracomment>
        <translation>Nach einer Faustregel wäre der Peak %1, auf Tile %2. Geschätzter Peak: %3.</translation>
    </message>
    <message>
        <source>Headroom then: %1</source>
        <translation>Reserve dann: %1</translation>
    </message>
    <message>
        <source>Overflow then: %1</source>
        <translation>Überlauf dann: %1</translation>
    </message>
</context>
<context>
    <name>tileline::SearchDialog</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Commands, IPUs, layers, operations, variables</source>
        <translation>Befehle, IPUs, Layer, Operationen, Variablen</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>IPU %1</source>
        <translation>IPU %1</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>Variable</translation>
    </message>
</context>
<context>
    <name>tileline::SettingLine</name>
    <message>
        <source>Fields of the setting</source>
        <translation>Felder der Einstellung</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Hide the fields of the setting</source>
        <translation>Die Felder der Einstellung verbergen</translation>
    </message>
    <message>
        <source>Change the setting and the memory</source>
        <translation>Einstellung und Speicher ändern</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>%1 is &quot;estimate, pipeline setting, training&quot;, %2 &quot;limit 638,976 B&quot;</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Click to change it</source>
        <translation>Klicken, um sie zu ändern</translation>
    </message>
</context>
<context>
    <name>tileline::SettingToolBar</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>&amp;Setting</source>
        <translation>&amp;Einstellung</translation>
    </message>
    <message>
        <source>Pipeline: what the IPUs will hold with the exported plan, including stashes and accumulators.
PopLiner: byte for byte what PopLiner estimates.</source>
        <translation>Pipeline: was der exportierte Plan enthalten wird, mit Stashes und Gradientensammlern.
PopLiner: Byte für Byte, was PopLiner schätzt.</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>PopLiner</source>
        <translation>PopLiner</translation>
    </message>
    <message>
        <source>&amp;Recomputation</source>
        <translation>&amp;Neuberechnung</translation>
    </message>
    <message>
        <source>What the backward pass computes again, so that the forward pass need not keep it.
Inputs: everything except what enters a stage, as PopTorch does. Layers: everything except what enters a layer.</source>
        <translation>Was der Rückwärtslauf neu berechnet, statt es aufzuheben.
Eingänge: alles außer dem, was in eine Stage eingeht, wie PopTorch. Layer: alles außer dem, was in einen Layer eingeht.</translation>
    </message>
    <message>
        <source>off</source>
        <extracomment>recomputation</extracomment>
        <translation>aus</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingänge</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>&amp;Output on</source>
        <translation>A&amp;usgang auf</translation>
    </message>
    <message>
        <source>The IPU on which Output (head and loss) runs. If Output runs on the first IPU, it can share a weight with the embedding.</source>
        <translation>Die IPU, auf der der Ausgang läuft, also Kopf und Loss. Auf der ersten kann er ein Gewicht mit dem Embedding teilen.</translation>
    </message>
    <message>
        <source>last IPU</source>
        <translation>letzter IPU</translation>
    </message>
    <message>
        <source>first IPU</source>
        <translation>erster IPU</translation>
    </message>
    <message>
        <source>Mo&amp;de</source>
        <translation>Mo&amp;dus</translation>
    </message>
    <message>
        <source>Automatic: training if the profile has gradients, otherwise inference.</source>
        <translation>Automatisch: Training, wenn das Profil Gradienten hat.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>&amp;Schedule</source>
        <translation>&amp;Ablauf</translation>
    </message>
    <message>
        <source>PopTorch</source>
        <translation>PopTorch</translation>
    </message>
    <message>
        <source>TensorFlow: grouped</source>
        <translation>TensorFlow: Grouped</translation>
    </message>
    <message>
        <source>TensorFlow: interleaved</source>
        <translation>TensorFlow: Interleaved</translation>
    </message>
    <message>
        <source>TensorFlow: sequential</source>
        <translation>TensorFlow: Sequential</translation>
    </message>
    <message>
        <source>No pipeline: sharded or phased</source>
        <translation>Keine Pipeline: Sharded oder Phased</translation>
    </message>
    <message>
        <source>&amp;Gradient accumulators</source>
        <translation>&amp;Gradientensammler</translation>
    </message>
    <message>
        <source>Added if the profile has none</source>
        <translation>Hinzugezählt, wenn das Profil keine hat</translation>
    </message>
    <message>
        <source>Not added</source>
        <translation>Nicht hinzugezählt</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugezählt</translation>
    </message>
    <message>
        <source>&amp;Bytes that belong to no operation</source>
        <translation>&amp;Bytes, die zu keiner Operation gehören</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>A share on each IPU (rule of thumb)</source>
        <translation>Ein Anteil auf jeder IPU (Faustregel)</translation>
    </message>
    <message>
        <source>All on each IPU (upper bound)</source>
        <translation>Alle auf jeder IPU (obere Schranke)</translation>
    </message>
    <message>
        <source>&amp;Allow weights split over IPUs</source>
        <translation>Auf IPUs aufgeteilte Ge&amp;wichte erlauben</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>Weitere Optionen</translation>
    </message>
    <message>
        <source>&amp;Numbers…</source>
        <translation>&amp;Zahlen …</translation>
    </message>
    <message>
        <source>Schedule, gradient accumulators, optimizer state, bytes that belong to no operation, and the numeric options</source>
        <translation>Ablauf, Gradientensammler, Optimiererzustand, Bytes, die zu keiner Operation gehören, und die Zahlen der Einstellung</translation>
    </message>
    <message>
        <source>As the weight</source>
        <translation>Wie das Gewicht</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>Float</translation>
    </message>
    <message>
        <source>On the IPU</source>
        <translation>Auf der IPU</translation>
    </message>
    <message>
        <source>Off chip</source>
        <translation>Außerhalb des Chips</translation>
    </message>
    <message>
        <source>as the weights require</source>
        <extracomment>where Output runs</extracomment>
        <translation>wie die Gewichte es verlangen</translation>
    </message>
    <message>
        <source>&amp;Type of accumulators</source>
        <translation>&amp;Typ der Gradientensammler</translation>
    </message>
    <message>
        <source>O&amp;ptimizer state</source>
        <translation>O&amp;ptimierer-Zustand</translation>
    </message>
    <message>
        <source>&amp;I/O tiles of each IPU</source>
        <translation>&amp;I/O-Tiles jeder IPU</translation>
    </message>
    <message>
        <source>&amp;Micro-batches: gradient accumulation or device iterations</source>
        <translation>&amp;Micro-Batches: Gradientenakkumulation oder Geräte-Iterationen</translation>
    </message>
    <message>
        <source>64, or 1 for a plan of one stage</source>
        <translation>64, oder 1 für einen Plan mit einer Stufe</translation>
    </message>
    <message>
        <source>&amp;Samples in a micro-batch</source>
        <translation>&amp;Beispiele in einem Micro-Batch</translation>
    </message>
    <message>
        <source>Rate of a &amp;link between IPUs</source>
        <translation>&amp;Übertragungsrate einer Verbindung zwischen IPUs</translation>
    </message>
    <message>
        <source>&amp;Cycles before a transfer&apos;s first byte</source>
        <translation>Takte einer Übertragung &amp;vor dem ersten Byte</translation>
    </message>
    <message>
        <source>Change setting</source>
        <translation>Einstellung ändern</translation>
    </message>
</context>
<context>
    <name>tileline::ShortcutsDialog</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>To</source>
        <extracomment>columns of the list of shortcuts</extracomment>
        <translation>Zweck</translation>
    </message>
    <message>
        <source>Key or mouse</source>
        <translation>Taste oder Maus</translation>
    </message>
    <message>
        <source>On the plan</source>
        <translation>Im Plan</translation>
    </message>
    <message>
        <source>Move a split</source>
        <translation>Einen Split verschieben</translation>
    </message>
    <message>
        <source>Drag its marker; arrow keys</source>
        <translation>Marke ziehen; Pfeiltasten</translation>
    </message>
    <message>
        <source>Move it by five</source>
        <translation>Um fünf verschieben</translation>
    </message>
    <message>
        <source>Shift+arrow keys</source>
        <translation>Umschalt+Pfeiltasten</translation>
    </message>
    <message>
        <source>Move it as far as possible</source>
        <translation>So weit wie möglich verschieben</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>Cancel a drag</source>
        <translation>Ziehen abbrechen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Add a split</source>
        <translation>Einen Split hinzufügen</translation>
    </message>
    <message>
        <source>Double click; Ins</source>
        <translation>Doppelklick; Einfg</translation>
    </message>
    <message>
        <source>Commands for a boundary</source>
        <translation>Befehle für eine Grenze</translation>
    </message>
    <message>
        <source>Right click; Menu key</source>
        <translation>Rechtsklick; Menütaste</translation>
    </message>
    <message>
        <source>Go from split to split</source>
        <translation>Von Split zu Split gehen</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>Why an IPU peaks</source>
        <translation>Warum eine IPU ihren Peak hat</translation>
    </message>
    <message>
        <source>Click its bar; Return</source>
        <translation>Balken anklicken; Eingabe</translation>
    </message>
    <message>
        <source>Limit of an IPU</source>
        <translation>Limit einer IPU</translation>
    </message>
    <message>
        <source>Double click its bar; F2</source>
        <translation>Doppelklick auf den Balken; F2</translation>
    </message>
    <message>
        <source>In charts</source>
        <translation>In Diagrammen</translation>
    </message>
    <message>
        <source>Choose a step or a tile</source>
        <translation>Einen Schritt oder ein Tile wählen</translation>
    </message>
    <message>
        <source>Click; arrow keys and Return</source>
        <translation>Klick; Pfeiltasten und Eingabe</translation>
    </message>
    <message>
        <source>Compare two steps</source>
        <translation>Zwei Schritte vergleichen</translation>
    </message>
    <message>
        <source>Shift+click; Shift+Return</source>
        <translation>Umschalt+Klick; Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>Ten steps at once</source>
        <translation>Zehn Schritte auf einmal</translation>
    </message>
    <message>
        <source>Ctrl+arrow keys</source>
        <translation>Strg+Pfeiltasten</translation>
    </message>
    <message>
        <source>Wheel; +, −</source>
        <translation>Mausrad; +, −</translation>
    </message>
    <message>
        <source>Move what is shown</source>
        <translation>Den Ausschnitt verschieben</translation>
    </message>
    <message>
        <source>Drag; Shift+wheel</source>
        <translation>Ziehen; Umschalt+Mausrad</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Double click; 0</source>
        <translation>Doppelklick; 0</translation>
    </message>
    <message>
        <source>Copy or save the picture</source>
        <translation>Das Bild kopieren oder speichern</translation>
    </message>
    <message>
        <source>In tables</source>
        <translation>In Tabellen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Strg+F</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Die ausgewählten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Click a column&apos;s title</source>
        <translation>Spaltentitel anklicken</translation>
    </message>
</context>
<context>
    <name>tileline::SplitActions</name>
    <message>
        <source>&amp;Add split	Ins</source>
        <translation>Split &amp;hinzufügen	Einfg</translation>
    </message>
    <message>
        <source>R&amp;emove split	Del</source>
        <translation>Split entfer&amp;nen	Entf</translation>
    </message>
    <message>
        <source>Move split &amp;right	Right</source>
        <translation>Split nach rechts vers&amp;chieben	Rechts</translation>
    </message>
    <message>
        <source>P&amp;in split	P</source>
        <translation>Split f&amp;ixieren	P</translation>
    </message>
    <message>
        <source>Before %1:</source>
        <extracomment>above the commands for splits; %1 is the name of a layer</extracomment>
        <translation>Vor %1:</translation>
    </message>
    <message>
        <source>Unp&amp;in split	P</source>
        <translation>F&amp;ixierung lösen	P</translation>
    </message>
    <message>
        <source>Move split lef&amp;t	Left</source>
        <translation>Split nach links verschie&amp;ben	Links</translation>
    </message>
    <message>
        <source>Forbid splits t&amp;here	F</source>
        <translation>Splits d&amp;ort verbieten	F</translation>
    </message>
    <message>
        <source>Allow splits t&amp;here	F</source>
        <translation>Splits d&amp;ort erlauben	F</translation>
    </message>
</context>
<context>
    <name>tileline::SplitMarker</name>
    <message>
        <source>before layer %1, pinned</source>
        <translation>vor Layer %1, fixiert</translation>
    </message>
    <message>
        <source>before layer %1</source>
        <translation>vor Layer %1</translation>
    </message>
    <message>
        <source>Split %1</source>
        <translation>Split %1</translation>
    </message>
    <message>
        <source>Arrow keys move it; with Shift, by five layers. Home and End move it as far as possible. Delete removes it, P pins it, and F forbids splits at this boundary.</source>
        <translation>Pfeiltasten verschieben ihn, mit Umschalt um fünf Layer. Pos1 und Ende verschieben ihn, so weit es geht. Entf entfernt ihn, P fixiert ihn, F verbietet diese Grenze.</translation>
    </message>
    <message>
        <source>before Output, pinned</source>
        <translation>vor dem Ausgang, fixiert</translation>
    </message>
    <message>
        <source>before Output</source>
        <translation>vor dem Ausgang</translation>
    </message>
    <message>
        <source>This split is pinned. Press P to unpin it.</source>
        <translation>Dieser Split ist fixiert. P löst ihn.</translation>
    </message>
</context>
<context>
    <name>tileline::StackChart</name>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>V&amp;erkleinern</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>The positions that are shown. Type a range, such as 120-180, or one position</source>
        <translation>Die gezeigten Positionen. Geben Sie einen Bereich ein, zum Beispiel 120-180, oder eine Position</translation>
    </message>
</context>
<context>
    <name>tileline::StageBars</name>
    <message>
        <source>Compare with this plan</source>
        <translation>Mit diesem Plan vergleichen</translation>
    </message>
    <message>
        <source>No baseline</source>
        <translation>Kein Vergleichsplan</translation>
    </message>
    <message>
        <source>Makes this plan the baseline: the bars of other plans then show the difference from this plan</source>
        <translation>Die Balken anderer Pläne zeigen dann, wie sie von diesem abweichen</translation>
    </message>
    <message>
        <source>Fullest tile of each IPU (%1)</source>
        <extracomment>%1 is &quot;estimate of the pipeline&quot; or &quot;PopLiner&apos;s estimate&quot;</extracomment>
        <translation>Vollstes Tile jeder IPU (%1)</translation>
    </message>
</context>
<context>
    <name>tileline::StageBox</name>
    <message>
        <source>Whole model or IPU</source>
        <translation>Ganzes Modell oder IPU</translation>
    </message>
    <message>
        <source>Choose what all pages show: the whole model as Poplar compiled it, or one IPU. For an IPU of the plan, the pages show the estimate. You can also click an IPU&apos;s bar to choose it.</source>
        <translation>Was alle Seiten zeigen: das ganze Modell, wie Poplar es kompiliert hat, oder eine IPU des Plans, wie sie geschätzt wird. Auch ein Klick auf den Balken einer IPU wählt sie.</translation>
    </message>
    <message>
        <source>IPU %1: %2</source>
        <extracomment>%1 is a number, %2 is &quot;layers 3 to 5&quot;</extracomment>
        <translation>IPU %1: %2</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
    <message>
        <source>IPU %1: tiles %2 to %3</source>
        <translation>IPU %1: Tiles %2 bis %3</translation>
    </message>
</context>
<context>
    <name>tileline::SummaryPage</name>
    <message>
        <source>Open a profile to see its summary.</source>
        <translation>Öffnen Sie ein Profil, um seine Übersicht zu sehen.</translation>
    </message>
    <message>
        <source>Summary of the profile</source>
        <translation>Übersicht über das Profil</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>Alles &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the summary as plain text</source>
        <translation>Die Übersicht als reinen Text kopieren</translation>
    </message>
</context>
<context>
    <name>tileline::TableData</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>tileline::TableModel</name>
    <message>
        <source>Sum of the rows that are shown: %1</source>
        <translation>Summe der gezeigten Zeilen: %1</translation>
    </message>
</context>
<context>
    <name>tileline::TablePanel</name>
    <message>
        <source>Working…</source>
        <translation>In Arbeit&#xa0;…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln rows</source>
        <translation>
            <numerusform>%1 von %Ln Zeile</numerusform>
            <numerusform>%1 von %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alle auswählen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv);;Tab-separated values (*.tsv);;JSON (*.json)</source>
        <translation>Durch Kommas getrennte Werte (*.csv);;Durch Tabulatoren getrennte Werte (*.tsv);;JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>tileline::TileMemoryPage</name>
    <message>
        <source>Tile memory</source>
        <translation>Tile-Speicher</translation>
    </message>
    <message>
        <source>Open a profile to see its tile memory.</source>
        <translation>Öffnen Sie ein Profil, um seinen Tile-Speicher zu sehen.</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Vertices</translation>
    </message>
    <message>
        <source>Exchanges</source>
        <translation>Exchanges</translation>
    </message>
    <message>
        <source>Plot</source>
        <extracomment>four ways to show the memory of tiles</extracomment>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Shown as</source>
        <translation>Gezeigt als</translation>
    </message>
    <message>
        <source>Tile memory histogram</source>
        <translation>Tile-Speicher: Histogramm</translation>
    </message>
    <message>
        <source>Tile memory map</source>
        <translation>Tile-Speicher: Karte</translation>
    </message>
    <message>
        <source>Roles</source>
        <extracomment>the purpose of bytes: weights, gradients, ...</extracomment>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>&amp;Gaps</source>
        <translation>&amp;Lücken</translation>
    </message>
    <message>
        <source>&amp;All categories</source>
        <translation>&amp;Alle Kategorien</translation>
    </message>
    <message>
        <source>Also show the unused bytes between variables. They count as used, because the tile needs all addresses up to the end of its last variable.</source>
        <translation>Auch die ungenutzten Bytes zwischen Variablen zeigen. Sie zählen mit: Ein Tile ist so voll, wie seine letzte Variable reicht.</translation>
    </message>
    <message>
        <source>Draw each category separately, no matter how small it is</source>
        <translation>Jede Kategorie für sich zeichnen, so klein sie auch ist</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>Ganzes Modell</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By kind of memory</source>
        <translation>Nach Art des Speichers</translation>
    </message>
    <message>
        <source>By liveness</source>
        <translation>Nach Liveness</translation>
    </message>
    <message>
        <source>Divided by</source>
        <translation>Aufgeteilt nach</translation>
    </message>
    <message>
        <source>How the bytes of a tile are divided: by category, by kind of memory or by liveness</source>
        <translation>Wonach die Bytes eines Tiles aufgeteilt sind</translation>
    </message>
    <message>
        <source>Variables by tile</source>
        <translation>Variablen je Tile</translation>
    </message>
    <message>
        <source>All tiles</source>
        <translation>Alle Tiles</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigste</translation>
    </message>
    <message>
        <source>The number of bytes that the faintest colour of the map stands for</source>
        <translation>Bytes der schwächsten Farbe der Karte</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchste</translation>
    </message>
    <message>
        <source>The number of bytes that the strongest colour of the map stands for</source>
        <translation>Bytes der stärksten Farbe der Karte</translation>
    </message>
    <message>
        <source>No tile that is shown here matches %1. Type tiles and IPUs, such as 0-15, 90, ipu 1</source>
        <translation>Solche Tiles sind nicht zu sehen: %1. Ein Beispiel: 0-15, 90, ipu 1</translation>
    </message>
    <message>
        <source>The whole profile, with all variables, no matter when they are live</source>
        <translation>Das ganze Profil; Variablen, wann immer sie live sind</translation>
    </message>
    <message>
        <source>Only this stage; variables at the tile&apos;s peak, step %1</source>
        <translation>Nur diese Stage; Variablen am Peak des Tiles, Schritt %1</translation>
    </message>
    <message>
        <source>Only this stage; variables at the peak of each tile</source>
        <translation>Nur diese Stage; Variablen am Peak jedes Tiles</translation>
    </message>
    <message>
        <source>Tile %1</source>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Compute sets</source>
        <translation>Compute-Sets</translation>
    </message>
    <message>
        <source>The bytes of each tile, the number of tiles by bytes, a map of the tiles, or the bytes of the selected variables on each tile</source>
        <translation>Bytes je Tile, Tiles nach Bytes, eine Karte der Tiles, oder die in der Tabelle gewählten Variablen je Tile</translation>
    </message>
    <message>
        <source>Tiles and IPUs, such as 0-15, 90, ipu 1. Shift-click or Ctrl-click in the chart adds tiles; a drag over the map chooses a rectangle.</source>
        <translation>Tiles und IPUs, zum Beispiel 0-15, 90, ipu 1. Umschalt-Klick oder Strg-Klick im Diagramm fügt Tiles hinzu; Ziehen auf der Karte wählt ein Rechteck.</translation>
    </message>
    <message>
        <source>%1 The tiles are in the order of their numbers, because the report does not say where they are on the chip.</source>
        <translation>%1 In der Reihenfolge ihrer Nummern, weil der Report nicht sagt, wo Tiles auf dem Chip liegen.</translation>
    </message>
    <message>
        <source>The variables that are selected in the table, with their bytes in the whole report. If fewer than two are selected, the chart shows the first variables in the table.</source>
        <translation>Die in der Tabelle gewählten Variablen, im ganzen Report. Wenn weniger als zwei gewählt sind, die ersten Variablen der Tabelle.</translation>
    </message>
</context>
<context>
    <name>tileline::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>An estimate of how the pipeline of the plan would run, cycle by cycle</source>
        <translation>Wie die Pipeline des Plans laufen würde, Takt für Takt: eine Schätzung</translation>
    </message>
    <message>
        <source>Show this plan alone</source>
        <translation>Nur diesen Plan zeigen</translation>
    </message>
    <message>
        <source>Compare other plans with this one</source>
        <translation>Andere Pläne mit diesem vergleichen</translation>
    </message>
    <message>
        <source>%1, kept</source>
        <translation>%1, behalten</translation>
    </message>
    <message>
        <source>%1, run</source>
        <translation>%1, Lauf</translation>
    </message>
</context>
<context>
    <name>tileline::TradeOffChart</name>
    <message>
        <source>Lowest peak by number of IPUs</source>
        <translation>Kleinster Peak nach Anzahl der IPUs</translation>
    </message>
    <message numerus="yes">
        <source>Best plan for %n IPU(s)</source>
        <translation>
            <numerusform>Bester Plan für %n IPU</numerusform>
            <numerusform>Bester Plan für %n IPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>IPUs</source>
        <translation>IPUs</translation>
    </message>
    <message numerus="yes">
        <source>%n IPU(s): at least %1</source>
        <translation>
            <numerusform>%n IPU: mindestens %1</numerusform>
            <numerusform>%n IPUs: mindestens %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Peak by IPUs; diamond: this plan</source>
        <translation>Peak nach IPUs; Raute: dieser Plan</translation>
    </message>
</context>
<context>
    <name>tileline::VerdictLine</name>
    <message>
        <source>Warnings about the plan</source>
        <translation>Warnungen zum Plan</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Head and loss then run on the embedding&apos;s IPU, as an additional pipeline stage, so a weight that the head shares with the embedding is not split</source>
        <translation>Kopf und Loss laufen dann auf der IPU des Embeddings, als weitere Stage der Pipeline, und ein Gewicht, das beide benutzen, wird nicht aufgeteilt</translation>
    </message>
    <message>
        <source>Use another layer expression</source>
        <extracomment>%1 is a regular expression</extracomment>
        <translation>Anderen Layer-Ausdruck verwenden</translation>
    </message>
    <message>
        <source>Find the layers with %1</source>
        <translation>Die Layer mit %1 finden</translation>
    </message>
    <message>
        <source>Keep %1 % free</source>
        <extracomment>%1 is a whole number</extracomment>
        <translation>%1 % freihalten</translation>
    </message>
    <message>
        <source>Keeps free the bytes that a tile&apos;s memory layout may need</source>
        <translation>Kein Plan darf die Bytes eines Tiles verwenden, die dessen Anordnung brauchen könnte</translation>
    </message>
    <message>
        <source>Run Output on the last IPU</source>
        <translation>Output auf der letzten IPU ausführen</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <extracomment>%1 is a remedy (&quot;Best plan&quot;), %2 its result (&quot;588.0 KiB, fits&quot;)</extracomment>
        <translation>%1 → %2</translation>
    </message>
</context>
<context>
    <name>tileline::Workspace</name>
    <message>
        <source>Show one page only</source>
        <translation>Nur eine Seite zeigen</translation>
    </message>
    <message>
        <source>Show &amp;beside</source>
        <translation>&amp;Daneben zeigen</translation>
    </message>
    <message>
        <source>Open in a &amp;window</source>
        <translation>In einem &amp;Fenster öffnen</translation>
    </message>
    <message>
        <source>Show this page in its own window</source>
        <translation>Diese Seite in einem eigenen Fenster zeigen</translation>
    </message>
</context>
</TS>
